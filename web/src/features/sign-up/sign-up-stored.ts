import {
  NEW_DRAFT,
  type Proof,
  SIGN_UP_STEPS,
  type SignUpDraft,
  type SignUpField,
} from './sign-up-machine.ts';

const TEXTS = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'businessName',
] as const satisfies SignUpField[];

type StoredFields = Record<string, unknown>;

function isRecord(value: unknown): value is StoredFields {
  return typeof value === 'object' && value !== null;
}

function proofOf(value: unknown): Proof | null {
  if (!isRecord(value)) return null;
  const { value: proved, at } = value;
  return typeof proved === 'string' && typeof at === 'number' ? { value: proved, at } : null;
}

function textsOf(stored: StoredFields): Pick<SignUpDraft, SignUpField> {
  const texts = { email: '', phone: '', firstName: '', lastName: '', businessName: '' };
  for (const name of TEXTS) {
    const value = stored[name];
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

/** Parses a stored draft. Anything invalid gives a new draft. */
export function draftFrom(text: string | null): SignUpDraft {
  if (!text) return NEW_DRAFT;
  const stored: unknown = JSON.parse(text);
  if (!isRecord(stored)) return NEW_DRAFT;
  const step = SIGN_UP_STEPS.find((known) => known === stored['step']);
  if (!step || step === 'RESET_SUCCESSS') return NEW_DRAFT;
  return {
    ...textsOf(stored),
    step,
    resendAt: typeof stored['resendAt'] === 'number' ? stored['resendAt'] : 0,
    emailProof: proofOf(stored['emailProof']),
    phoneProof: proofOf(stored['phoneProof']),
  };
}

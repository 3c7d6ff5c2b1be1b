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

type Kept = Record<string, unknown>;

function isRecord(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null;
}

function proofOf(value: unknown): Proof | null {
  if (!isRecord(value)) return null;
  const { value: proved, at } = value;
  return typeof proved === 'string' && typeof at === 'number' ? { value: proved, at } : null;
}

function textsOf(kept: Kept): Pick<SignUpDraft, SignUpField> {
  const texts = { email: '', phone: '', firstName: '', lastName: '', businessName: '' };
  for (const name of TEXTS) {
    const value = kept[name];
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

/** Takes a kept draft apart again; whatever it does not understand is a new draft. */
export function draftFrom(text: string | null): SignUpDraft {
  if (!text) return NEW_DRAFT;
  const kept: unknown = JSON.parse(text);
  if (!isRecord(kept)) return NEW_DRAFT;
  const step = SIGN_UP_STEPS.find((known) => known === kept['step']);
  if (!step || step === 'RESET_SUCCESSS') return NEW_DRAFT;
  return {
    ...textsOf(kept),
    step,
    resendAt: typeof kept['resendAt'] === 'number' ? kept['resendAt'] : 0,
    emailProof: proofOf(kept['emailProof']),
    phoneProof: proofOf(kept['phoneProof']),
  };
}

/** The steps of creating an account, with the names of the specification. */
export const SIGN_UP_STEPS = [
  'EMAIL',
  'EMAIL_CODE',
  'PHONE_NUMBER',
  'PHONE_CODE',
  'PERSONAL_INFO',
  'RESET_SUCCESSS',
] as const;
export type SignUpStep = (typeof SIGN_UP_STEPS)[number];

/** A verified identifier, and the time of verification (milliseconds since 1970). */
export interface Proof {
  value: string;
  at: number;
}

/** The stored state of a sign-up. Never contains the password. */
export interface SignUpDraft {
  step: SignUpStep;
  /** As typed; in lower case after a code was sent. */
  email: string;
  /** As typed; the nine digits after +256 once a code was sent. */
  phone: string;
  firstName: string;
  lastName: string;
  businessName: string;
  /** Earliest time for another code, in milliseconds since 1970. */
  resendAt: number;
  emailProof: Proof | null;
  phoneProof: Proof | null;
}

export const NEW_DRAFT: SignUpDraft = {
  step: 'EMAIL',
  email: '',
  phone: '',
  firstName: '',
  lastName: '',
  businessName: '',
  resendAt: 0,
  emailProof: null,
  phoneProof: null,
};

export type SignUpField = 'email' | 'phone' | 'firstName' | 'lastName' | 'businessName';

export type SignUpEvent =
  | { kind: 'typed'; field: SignUpField; value: string }
  | { kind: 'code-sent'; to: string; resendAt: number }
  | { kind: 'code-right'; at: number }
  | { kind: 'proved-before'; value: string }
  | { kind: 'back' }
  | { kind: 'proof-too-old' }
  | { kind: 'created' };

/** The previous step of each step, for the back arrow. */
const BACK: Record<SignUpStep, SignUpStep | null> = {
  EMAIL: null,
  EMAIL_CODE: 'EMAIL',
  PHONE_NUMBER: 'EMAIL',
  PHONE_CODE: 'PHONE_NUMBER',
  PERSONAL_INFO: 'PHONE_NUMBER',
  RESET_SUCCESSS: null,
};

/** The step that the back arrow leads to. Null if there is none. */
export function backFrom(step: SignUpStep): SignUpStep | null {
  return BACK[step];
}

/** The name of a step. A code step has the name of what it verifies. */
export function stepWords(step: SignUpStep): string {
  if (step === 'EMAIL' || step === 'EMAIL_CODE') return 'Step 1 of 3';
  return step === 'PERSONAL_INFO' ? 'Step 3 of 3' : 'Step 2 of 3';
}

/**
 * The server accepts a verification for 30 minutes. After going back, one younger than this is not
 * asked for again, so that enough time is left for the remaining steps.
 */
const PROOF_GOOD_MS = 20 * 60_000;

/** True if this value was verified recently. */
export function isProved(proof: Proof | null, value: string, now: number): boolean {
  return proof !== null && proof.value === value && now - proof.at < PROOF_GOOD_MS;
}

function sent(draft: SignUpDraft, to: string, resendAt: number): SignUpDraft {
  if (draft.step === 'EMAIL' || draft.step === 'EMAIL_CODE')
    return { ...draft, step: 'EMAIL_CODE', email: to, resendAt };
  if (draft.step === 'PHONE_NUMBER' || draft.step === 'PHONE_CODE')
    return { ...draft, step: 'PHONE_CODE', phone: to, resendAt };
  return draft;
}

function right(draft: SignUpDraft, at: number): SignUpDraft {
  if (draft.step === 'EMAIL_CODE')
    return { ...draft, step: 'PHONE_NUMBER', emailProof: { value: draft.email, at } };
  if (draft.step === 'PHONE_CODE')
    return { ...draft, step: 'PERSONAL_INFO', phoneProof: { value: draft.phone, at } };
  return draft;
}

function provedBefore(draft: SignUpDraft, value: string): SignUpDraft {
  if (draft.step === 'EMAIL') return { ...draft, step: 'PHONE_NUMBER', email: value };
  if (draft.step === 'PHONE_NUMBER') return { ...draft, step: 'PERSONAL_INFO', phone: value };
  return draft;
}

/** The next state. Events that do not belong to the current step change nothing. */
export function advance(draft: SignUpDraft, event: SignUpEvent): SignUpDraft {
  switch (event.kind) {
    case 'typed':
      return { ...draft, [event.field]: event.value };
    case 'code-sent':
      return sent(draft, event.to, event.resendAt);
    case 'code-right':
      return right(draft, event.at);
    case 'proved-before':
      return provedBefore(draft, event.value);
    case 'back':
      return { ...draft, step: BACK[draft.step] ?? draft.step };
    case 'proof-too-old':
      return { ...draft, step: 'EMAIL', emailProof: null, phoneProof: null };
    case 'created':
      return { ...NEW_DRAFT, step: 'RESET_SUCCESSS' };
  }
}

import { parseJsonOrNull } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';
import { openStepStore } from '#platform/router/step-store.ts';

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
const proofShape = z.object({ value: z.string(), at: z.number() });
type Proof = z.infer<typeof proofShape>;

/** The stored state of a sign-up. Never contains the password. */
const draftShape = z.object({
  step: z.enum(SIGN_UP_STEPS),
  /** As typed; in lower case on its code step. */
  email: z.string(),
  /** As typed; the nine digits after +256 on its code step. */
  phone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  businessName: z.string(),
  /** Earliest time for another code, in milliseconds since 1970. */
  resendAt: z.number(),
  emailProof: z.nullable(proofShape),
  phoneProof: z.nullable(proofShape),
});
export type SignUpDraft = z.infer<typeof draftShape>;

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

export type SignUpEvent =
  | {
      kind: 'typed';
      field: 'email' | 'phone' | 'firstName' | 'lastName' | 'businessName';
      value: string;
    }
  | { kind: 'code-asked'; of: string; resendAt: number }
  | { kind: 'code-right'; at: number }
  | { kind: 'proved-before'; value: string }
  | { kind: 'back' }
  /** Back to a step, which is asked for and verified again. */
  | { kind: 'step-back'; to: 'EMAIL' | 'PHONE_NUMBER' }
  | { kind: 'created' };

const BACK: Partial<Record<SignUpStep, SignUpStep>> = {
  EMAIL_CODE: 'EMAIL',
  PHONE_NUMBER: 'EMAIL',
  PHONE_CODE: 'PHONE_NUMBER',
  PERSONAL_INFO: 'PHONE_NUMBER',
};

/** The name of a step. A code step has the name of what it verifies. */
export function stepText(step: SignUpStep): string {
  if (step === 'EMAIL' || step === 'EMAIL_CODE') return 'Step 1 of 3';
  return step === 'PERSONAL_INFO' ? 'Step 3 of 3' : 'Step 2 of 3';
}

/**
 * The server accepts a verification for 30 minutes. After going back, one younger than this is not
 * asked for again, so that enough time is left for the remaining steps.
 */
const PROOF_GOOD_MS = 20 * 60_000;

export function isProved(proof: Proof | null, value: string, now: number): boolean {
  return proof !== null && proof.value === value && now - proof.at < PROOF_GOOD_MS;
}

/** The next state. Events that do not belong to the current step change nothing. */
export function advance(draft: SignUpDraft, event: SignUpEvent): SignUpDraft {
  const { step } = draft;
  const isEmail = step === 'EMAIL' || step === 'EMAIL_CODE';
  const isPhone = step === 'PHONE_NUMBER' || step === 'PHONE_CODE';
  switch (event.kind) {
    case 'typed':
      return { ...draft, [event.field]: event.value };
    case 'code-asked': {
      const { of, resendAt } = event;
      if (isEmail) return { ...draft, step: 'EMAIL_CODE', email: of, resendAt };
      return isPhone ? { ...draft, step: 'PHONE_CODE', phone: of, resendAt } : draft;
    }
    case 'code-right': {
      const { at } = event;
      if (step === 'EMAIL_CODE')
        return { ...draft, step: 'PHONE_NUMBER', emailProof: { value: draft.email, at } };
      if (step !== 'PHONE_CODE') return draft;
      return { ...draft, step: 'PERSONAL_INFO', phoneProof: { value: draft.phone, at } };
    }
    case 'proved-before':
      if (step === 'EMAIL') return { ...draft, step: 'PHONE_NUMBER', email: event.value };
      if (step !== 'PHONE_NUMBER') return draft;
      return { ...draft, step: 'PERSONAL_INFO', phone: event.value };
    case 'back':
      return { ...draft, step: BACK[step] ?? step };
    case 'step-back':
      return event.to === 'EMAIL'
        ? { ...draft, step: 'EMAIL', emailProof: null, phoneProof: null }
        : { ...draft, step: 'PHONE_NUMBER', phoneProof: null };
    case 'created':
      return { ...NEW_DRAFT, step: 'RESET_SUCCESSS' };
  }
}

export function draftFrom(text: string | null): SignUpDraft {
  return parseJsonOrNull(draftShape, text) ?? NEW_DRAFT;
}

const store = openStepStore<SignUpDraft, SignUpEvent>({
  name: 'tegeka.sign-up',
  first: NEW_DRAFT,
  restore: draftFrom,
  advance,
  isOver: ({ step }) => step === 'RESET_SUCCESSS',
});

/** The sign-up of this tab: state, transition function, and hook. */
export const { state: signUpDraft, send: signUp, use: useSignUp } = store;

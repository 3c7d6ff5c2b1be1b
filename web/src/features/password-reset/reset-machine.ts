/** Where a password reset stands. `asking`: the server is asked what this browser has proved. */
export type ResetState =
  | { step: 'EMAIL'; email: string }
  | { step: 'CODE'; email: string; resendAt: number }
  | { step: 'PASSWORD'; email: string }
  | { step: 'SUCCESS' };

export type ResetEvent =
  | { kind: 'code-sent'; email: string; resendAt: number }
  | { kind: 'verified'; email: string }
  | { kind: 'back' }
  | { kind: 'proof-too-old' }
  | { kind: 'changed' };

export const NEW_RESET: ResetState = { step: 'EMAIL', email: '' };

const emailOf = (state: ResetState) => (state.step === 'SUCCESS' ? '' : state.email);

/** The next state of a password reset. */
export function advanceReset(state: ResetState, event: ResetEvent): ResetState {
  switch (event.kind) {
    case 'code-sent':
      return { step: 'CODE', email: event.email, resendAt: event.resendAt };
    case 'verified':
      return { step: 'PASSWORD', email: event.email };
    case 'back':
    case 'proof-too-old':
      return { step: 'EMAIL', email: emailOf(state) };
    case 'changed':
      return { step: 'SUCCESS' };
  }
}

/** Where one is, in words. */
export function resetWords(state: ResetState): string {
  return state.step === 'PASSWORD' ? 'Step 2 of 2' : 'Step 1 of 2';
}

/**
 * Takes a kept state apart again. Only the code step is kept in the tab: the email is still being
 * typed before it, and after it the server says what was proved.
 */
export function resetFrom(text: string | null): ResetState {
  if (!text) return NEW_RESET;
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return NEW_RESET;
  if (!('email' in kept) || typeof kept.email !== 'string') return NEW_RESET;
  if (!('resendAt' in kept) || typeof kept.resendAt !== 'number')
    return { step: 'EMAIL', email: kept.email };
  return { step: 'CODE', email: kept.email, resendAt: kept.resendAt };
}

/** State of a password reset. `asking`: the server is asked what this browser has verified. */
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

/** The next state. */
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

/** The name of the step for screen readers. */
export function resetWords(state: ResetState): string {
  return state.step === 'PASSWORD' ? 'Step 2 of 2' : 'Step 1 of 2';
}

/**
 * Parses a stored state. Only the code step is stored in the tab: before it nothing is lost, and
 * after it the server knows what was verified.
 */
export function resetFrom(text: string | null): ResetState {
  if (!text) return NEW_RESET;
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== 'object' || stored === null) return NEW_RESET;
  if (!('email' in stored) || typeof stored.email !== 'string') return NEW_RESET;
  if (!('resendAt' in stored) || typeof stored.resendAt !== 'number')
    return { step: 'EMAIL', email: stored.email };
  return { step: 'CODE', email: stored.email, resendAt: stored.resendAt };
}

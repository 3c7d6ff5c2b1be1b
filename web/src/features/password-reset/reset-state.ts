import { openStepStore } from '#platform/router/step-store.ts';

/** State of a password reset. `email` is null for a link, which does not reveal its account. */
export type ResetState =
  | { step: 'EMAIL'; email: string }
  | { step: 'CODE'; email: string; resendAt: number }
  | { step: 'LINK_SENT'; email: string }
  | { step: 'PASSWORD'; email: string | null }
  | { step: 'SUCCESS' };

const NEW_RESET: ResetState = { step: 'EMAIL', email: '' };

/**
 * Parses a stored state. Only the code step is restored: before it nothing is lost, after it the
 * server knows what was verified, and the token of a link is stored nowhere.
 */
export function resetFrom(text: string | null): ResetState {
  const stored: unknown = JSON.parse(text ?? 'null');
  if (typeof stored !== 'object' || stored === null) return NEW_RESET;
  if (!('email' in stored) || typeof stored.email !== 'string') return NEW_RESET;
  const { email } = stored;
  if (!('resendAt' in stored) || typeof stored.resendAt !== 'number')
    return { step: 'EMAIL', email };
  return { step: 'CODE', email, resendAt: stored.resendAt };
}

/** The password reset of this tab: state, transition to the next one, and hook. */
export const {
  state: resetState,
  send: goTo,
  use: useReset,
} = openStepStore<ResetState, ResetState>({
  name: 'tegeka.reset',
  first: NEW_RESET,
  restore: resetFrom,
  advance: (_, next) => next,
  isOver: ({ step }) => step === 'SUCCESS',
});

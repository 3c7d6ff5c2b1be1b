import { parseJsonOrNull } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';
import { openStepStore } from '#platform/router/step-store.ts';

/** State of a password reset. `email` is null for a link, which does not reveal its account. */
export type ResetState =
  | { step: 'EMAIL'; email: string }
  | { step: 'CODE'; email: string; resendAt: number }
  | { step: 'LINK_SENT'; email: string }
  | { step: 'PASSWORD'; email: string | null }
  | { step: 'SUCCESS' };

const NEW_RESET: ResetState = { step: 'EMAIL', email: '' };

const storedShape = z.object({ email: z.string(), resendAt: z.optional(z.number()) });

/**
 * Parses a stored state. Only the code step is restored: before it nothing is lost, after it the
 * server knows what was verified, and the token of a link is stored nowhere.
 */
export function resetFrom(text: string | null): ResetState {
  const stored = parseJsonOrNull(storedShape, text);
  if (!stored) return NEW_RESET;
  const { email, resendAt } = stored;
  return resendAt === undefined ? { step: 'EMAIL', email } : { step: 'CODE', email, resendAt };
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

import type { ExceptionKind } from '@tegeka/contract/clearing/exceptions.ts';
import type { FailureReasonName } from '@tegeka/contract/debits/failure-reasons.ts';
import { type DebitChange, failureColumns, type LockedDebit } from '../debits-changes.ts';
import type { AttemptKey, AttemptOutcome } from './debits-attempts.ts';

/** True for an answer to an older submission than the newest one. */
export const isOlder = (row: LockedDebit, { attempt }: AttemptKey) => attempt < row.attempt;
/** True while the payer's bank has not said what became of it. */
export const inFlight = ({ state }: LockedDebit) => state === 'PROCESSING' || state === 'UNKNOWN';

/** Why an operator must look at an answer. */
export interface Rejection {
  kind: ExceptionKind;
  explanation: string;
  /** True where the debit is kept from going out again: {@link blockRetry}. */
  isRetryBlocked?: boolean;
  /** True where the answer was applied all the same: the exception is about the rest of what it says. */
  isApplied?: boolean;
}

export const contradiction = (explanation: string): Rejection => ({
  kind: 'CONTRADICTION',
  explanation,
});

/** The effect of an answer on one debit: nothing, a change, or a case for an operator. */
export interface Effect {
  change?: DebitChange;
  outcome?: AttemptOutcome;
  refused?: Rejection;
  /** The failure reason of its end, where that can change its mandate. */
  failureReason?: FailureReasonName;
  /** True where a returned one is collected again. */
  again?: boolean;
  /** True where a returned one must not be collected again. */
  isNotRecollected?: boolean;
}

/**
 * Blocks retries of a debit, by schedule and manually (`readUnclear`), where the payer was or may be debited
 * by a submission that was refused or followed by a newer one. Where the newer one was pending, the bank is
 * asked for the outcome. `entryId` is the booking where money has come.
 */
export function blockRetry(
  row: LockedDebit,
  item: AttemptKey,
  at: Date,
  entryId: string | null = null,
): Effect {
  const outcome = { ...item, outcome: 'UNKNOWN' as const, entryId };
  const set = { ...failureColumns('CONTRADICTED'), retries_left: 0 };
  if (row.state === 'FAILED')
    return { change: { row, set: { ...set, next_action_at: null, next_action: null } }, outcome };
  if (row.state === 'PENDING')
    return {
      change: {
        row,
        to: 'UNKNOWN',
        set: { ...set, inquiries: 0, next_action_at: at, next_action: 'INQUIRE' },
      },
      outcome,
    };
  // The newer submission can still fail or be returned, or was returned and is collected again.
  const isOut = inFlight(row) || ['CLEARED', 'SETTLED', 'RETURNED'].includes(row.state);
  if (!isOlder(row, item) || !isOut) return {};
  return { change: { row, set: { retries_left: 0 } }, outcome, isNotRecollected: true };
}

/** The effect of {@link blockRetry} with the exception that describes it. */
export const describeBlock = (held: Effect, explanation: (done: string) => string): Effect => {
  const isRetryBlocked = held.change !== undefined;
  const done = isRetryBlocked ? 'It is not tried again.' : 'Nothing was changed.';
  return { ...held, refused: { ...contradiction(explanation(done)), isRetryBlocked } };
};

import {
  type FailureReasonName,
  getFailureReason,
  failureReasonOfCode,
  isVague,
} from '@tegeka/contract/debits/failure-reasons.ts';
import { ATTEMPTS_MAX } from '@tegeka/contract/debits/debits.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { type Calendar, readCalendar } from '#features/calendar/calendar-days.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AttemptKey } from './debits-attempts.ts';
import { lockAnswered, workThrough } from './debits-outcomes.ts';
import {
  contradiction,
  describeBlock,
  blockRetry,
  type Effect,
  inFlight,
  isOlder,
  type Rejection,
} from './debits-effects.ts';
import { retryMoment } from '../debits-timers.ts';
import { failureColumns, type LockedDebit } from '../debits-changes.ts';
import { readUnclear } from '../debits-store.ts';

export interface StatusItem extends AttemptKey {
  status: 'IN_PROGRESS' | 'ACCEPTED' | 'REJECTED';
  code: string | null;
  text: string | null;
}

interface Reason {
  code: string | null;
  text: string | null;
}

/** What the evaluation of answers needs. */
interface Known {
  calendar: Calendar;
  at: Date;
  unclear: Awaited<ReturnType<typeof readUnclear>>;
}

/** The columns of a refusal: CONTRADICTED while an operator has to match money that has come for it. */
const refusalColumns = (
  row: LockedDebit,
  failureReason: FailureReasonName,
  reason: Reason,
  { unclear }: Pick<Known, 'unclear'>,
) =>
  unclear.get(row.id) === 'PAID'
    ? failureColumns('CONTRADICTED')
    : failureColumns(failureReason, reason);

/** The effect of a failure: final, or with the next retry. */
function failure(
  row: LockedDebit,
  failureReason: FailureReasonName,
  columns: ReturnType<typeof failureColumns>,
  { calendar, at }: Known,
): Effect {
  const tries =
    getFailureReason(failureReason).retry && row.retries_left > 0 && row.attempt < ATTEMPTS_MAX;
  if (!tries) return { change: { row, to: 'FAILED', set: columns }, failureReason };
  const day = calendar.roll(addDays(isoDay(at), 1));
  const next = {
    retries_left: row.retries_left - 1,
    collect_on: day,
    next_action_at: retryMoment(day),
    next_action: 'RETRY',
    retried: true,
  };
  return { change: { row, to: 'FAILED', set: { ...columns, ...next } }, failureReason };
}

function acceptance(row: LockedDebit, item: StatusItem, at: Date): Effect {
  const outcome = { ...item, outcome: 'ACCEPTED' as const };
  if (isOlder(row, item)) {
    return describeBlock(
      blockRetry(row, item, at),
      (done) =>
        `The bank has now accepted an older submission of ${row.reference}, which it had not accepted before; a newer one is ${row.state}. ${done} Make sure with the bank that the payer is debited once.`,
    );
  }
  if (inFlight(row)) return { change: { row, to: 'CLEARED' }, outcome };
  if (['CLEARED', 'SETTLED', 'RETURNED'].includes(row.state)) return {};
  return describeBlock(
    blockRetry(row, item, at),
    (done) =>
      `The bank has accepted ${row.reference}, which is ${row.state} here. ${done} Ask the bank which answer counts.`,
  );
}

/**
 * The bank reports a duplicate (AM05) without the outcome of the first submission, so it is asked at once. One
 * that is UNKNOWN already keeps the time of its next inquiry.
 */
function duplicate(row: LockedDebit, item: StatusItem, at: Date): Effect {
  if (!inFlight(row)) return {};
  const outcome = { ...item, outcome: 'UNKNOWN' as const };
  const set = failureColumns('DUPLICATE', item);
  const ask = { ...set, next_action_at: at, next_action: 'INQUIRE' };
  if (row.state === 'PROCESSING') return { change: { row, to: 'UNKNOWN', set: ask }, outcome };
  // The earlier failure reason is kept.
  return row.failure_reason === 'CONTRADICTED' ? { outcome } : { change: { row, set }, outcome };
}

function rejection(row: LockedDebit, item: StatusItem, known: Known): Effect {
  // A later rejection of an older submission says nothing about the newer one.
  if (isOlder(row, item)) return {};
  const failureReason = failureReasonOfCode(item.code);
  if (failureReason === 'DUPLICATE') return duplicate(row, item, known.at);
  if (row.state === 'SETTLED')
    return {
      refused: contradiction(
        `The bank has rejected ${row.reference}, which is ${row.state} here. Nothing was changed: only a return moves money back. Ask the bank which answer counts.`,
      ),
    };
  const columns = refusalColumns(row, failureReason, item, known);
  // After contradicting answers the outcome is unknown: the debit is never retried.
  const isClear = row.failure_reason !== 'CONTRADICTED' && known.unclear.get(row.id) !== 'PAID';
  const outcome = { ...item, outcome: isClear ? ('REJECTED' as const) : ('UNKNOWN' as const) };
  if (inFlight(row) || row.state === 'CLEARED')
    return { ...failure(row, failureReason, columns, known), outcome };
  if (row.state === 'FAILED' && !isClear) return { change: { row, set: columns }, failureReason };
  // Refused before: the same failure reason, a less specific one or one that allows a retry changes nothing.
  if (
    failureReason === row.failure_reason ||
    getFailureReason(failureReason).retry ||
    isVague(failureReason)
  )
    return {};
  if (row.state === 'PENDING')
    return { change: { row, to: 'FAILED', set: columns }, outcome, failureReason };
  if (row.state !== 'FAILED') return { change: { row }, failureReason };
  return {
    change: { row, set: { ...columns, next_action_at: null, next_action: null } },
    outcome,
    failureReason,
  };
}

/** Applies answers of banks. Returns null for each, or why an operator must look at it. */
export async function takeStatuses(
  ctx: AppContext,
  tx: PlatformTx,
  items: readonly StatusItem[],
  at: Date,
): Promise<(Rejection | null)[]> {
  // Half of all answers say only that the bank is processing it: nothing is locked for them.
  if (items.every(({ status }) => status === 'IN_PROGRESS')) return items.map(() => null);
  const rows = await lockAnswered(tx, items);
  const refused = items.some(({ status }) => status === 'REJECTED') ? [...rows.values()] : [];
  const unclear = await readUnclear(tx, refused);
  const known = { calendar: await readCalendar(tx), at, unclear };
  const { refusals } = await workThrough(ctx, tx, { rows, items, at }, (row, item) => {
    switch (item.status) {
      case 'IN_PROGRESS':
        return {};
      case 'ACCEPTED':
        return acceptance(row, item, at);
      case 'REJECTED':
        return rejection(row, item, known);
    }
  });
  return refusals;
}

/**
 * A whole file was refused. For a technical reason its debits go out with the next session as new
 * submissions, once; otherwise they have failed.
 */
export async function refuseAttempts(
  ctx: AppContext,
  tx: PlatformTx,
  items: readonly AttemptKey[],
  { technical, ...reason }: { code: string | null; text: string | null; technical: boolean },
  at: Date,
): Promise<(Rejection | null)[]> {
  const rows = await lockAnswered(tx, items);
  const unclear = await readUnclear(tx, [...rows.values()]);
  // The reason concerns the file or our own account: it must not change mandates of payers.
  const said = failureReasonOfCode(reason.code);
  const failureReason = technical || getFailureReason(said).mandate ? 'UNEXPECTED_ERROR' : said;
  const { refusals } = await workThrough(ctx, tx, { rows, items, at }, (row, item): Effect => {
    if (isOlder(row, item)) return {};
    if (!inFlight(row))
      return {
        refused: contradiction(
          `The file of ${row.reference} is refused, but the transaction is ${row.state}. Nothing was changed.`,
        ),
      };
    const outcome = { ...item, outcome: 'REJECTED' as const, code: reason.code };
    const goesOn = technical && !row.refused_before && !unclear.has(row.id);
    if (goesOn && row.state === 'PROCESSING')
      return { change: { row, to: 'PENDING', set: { refused_before: true } }, outcome };
    const set = refusalColumns(row, failureReason, reason, { unclear });
    return { change: { row, to: 'FAILED', set }, outcome };
  });
  return refusals;
}

/** Applies what two operators have found out about an unknown outcome, with evidence. */
export async function resolveUnknown(
  ctx: AppContext,
  tx: PlatformTx,
  key: AttemptKey,
  { paid, at }: { paid: boolean; at: Date },
): Promise<Rejection | null> {
  const status = {
    ...key,
    status: paid ? 'ACCEPTED' : 'REJECTED',
    code: null,
    text: null,
  } as const;
  const rows = await lockAnswered(tx, [key]);
  const row = rows.get(key.debitId);
  if (row?.state !== 'UNKNOWN')
    return contradiction('The transaction is no longer unknown. Nothing was changed.');
  const [refused = null] = await takeStatuses(ctx, tx, [status], at);
  return refused;
}

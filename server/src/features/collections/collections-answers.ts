import { type CauseName, causeOf, causeOfCode } from '@tegeka/contract/collections/causes.ts';
import { DAY_MS, addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { type Calendar, readCalendar } from '#features/calendar/calendar-days.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import {
  applyEffects,
  type AttemptKey,
  contradiction,
  heldBack,
  heldWords,
  type Effect,
  inFlight,
  isOlder,
  lockAnswered,
  type Refused,
  workThrough,
} from './collections-outcomes.ts';
import { readToAsk, retryMoment } from './collections-due.ts';
import { causeColumns, changeCollections, type LockedCollection } from './collections-changes.ts';
import { ATTEMPTS_MOST } from './collections-store.ts';

export interface StatusItem extends AttemptKey {
  status: 'IN_PROGRESS' | 'ACCEPTED' | 'REJECTED';
  code: string | null;
  text: string | null;
}

/** How a failure is written down: final, or with the next try. */
function failure(
  row: LockedCollection,
  cause: CauseName,
  reason: { code: string | null; text: string | null },
  { calendar, at }: { calendar: Calendar; at: Date },
): Effect {
  const columns = causeColumns(cause, reason);
  const tries = causeOf(cause).retry && row.retries_left > 0 && row.attempt < ATTEMPTS_MOST;
  if (!tries) return { change: { row, to: 'FAILED', set: columns }, cause };
  const day = calendar.roll(addDays(isoDay(at), 1));
  const next = {
    retries_left: row.retries_left - 1,
    collect_on: day,
    wake_at: retryMoment(day),
    wake_for: 'RETRY',
  };
  return { change: { row, to: 'FAILED', set: { ...columns, ...next } }, cause };
}

function acceptance(row: LockedCollection, item: StatusItem, at: Date): Effect {
  const outcome = { ...item, outcome: 'ACCEPTED' as const };
  if (isOlder(row, item)) {
    const held = heldBack(row, item, at);
    return {
      ...held,
      refused: contradiction(
        `The bank has now accepted an older submission of ${row.reference}, which it had not accepted before; a newer one is ${row.state}. ${heldWords(held)} Make sure with the bank that the payer is debited once.`,
      ),
    };
  }
  if (inFlight(row)) return { change: { row, to: 'CLEARED' }, outcome };
  if (['CLEARED', 'SETTLED', 'RETURNED'].includes(row.state)) return {};
  const held = heldBack(row, item, at);
  return {
    ...held,
    refused: contradiction(
      `The bank has accepted ${row.reference}, which is ${row.state} here. ${heldWords(held)} Ask the bank which answer counts.`,
    ),
  };
}

function rejection(
  row: LockedCollection,
  item: StatusItem,
  when: { calendar: Calendar; at: Date },
): Effect {
  const { code, text } = item;
  const outcome = { ...item, outcome: 'REJECTED' as const };
  // A later rejection of an older submission says nothing about the newer one.
  if (isOlder(row, item)) return {};
  const cause = causeOfCode(code);
  // It says that the submission came before, and nothing about what became of that.
  if (cause === 'DUPLICATE' && !inFlight(row)) return {};
  if (cause === 'DUPLICATE') {
    const set = { ...causeColumns(cause, { code, text }), wake_at: when.at, wake_for: 'ASK' };
    const unknown = { ...item, outcome: 'UNKNOWN' as const };
    if (row.state === 'UNKNOWN') return { change: { row, set }, outcome: unknown };
    return { change: { row, to: 'UNKNOWN', set }, outcome: unknown };
  }
  if (inFlight(row) || row.state === 'CLEARED')
    return { ...failure(row, cause, { code, text }, when), outcome };
  if (['FAILED', 'RETURNED'].includes(row.state)) return {};
  return {
    refused: contradiction(
      `The bank has rejected ${row.reference}, which is ${row.state} here. Nothing was changed: only a return moves money back. Ask the bank which answer counts.`,
    ),
  };
}

/** Takes in what banks say about submissions. Gives for each null, or why it needs a person. */
export async function takeStatuses(
  ctx: AppContext,
  tx: PlatformTx,
  items: readonly StatusItem[],
  at: Date,
): Promise<(Refused | null)[]> {
  // Half of all answers say only that the bank is processing it: nothing is locked for them.
  if (items.every(({ status }) => status === 'IN_PROGRESS')) return items.map(() => null);
  const rows = await lockAnswered(tx, items);
  const when = { calendar: await readCalendar(tx), at };
  const { effects, refusals } = workThrough(rows, items, (row, item) => {
    switch (item.status) {
      case 'IN_PROGRESS':
        return {};
      case 'ACCEPTED':
        return acceptance(row, item, at);
      case 'REJECTED':
        return rejection(row, item, when);
    }
  });
  await applyEffects(ctx, tx, effects, at);
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
): Promise<(Refused | null)[]> {
  const rows = await lockAnswered(tx, items);
  const { effects, refusals } = workThrough(rows, items, (row, item): Effect => {
    if (isOlder(row, item)) return {};
    if (!inFlight(row))
      return {
        refused: contradiction(
          `The file of ${row.reference} is refused, but the transaction is ${row.state}. Nothing was changed.`,
        ),
      };
    const outcome = { ...item, outcome: 'REJECTED' as const, code: reason.code };
    if (technical && !row.refused_before && row.state === 'PROCESSING')
      return { change: { row, to: 'PENDING', set: { refused_before: true } }, outcome };
    const cause = technical ? 'UNEXPECTED_ERROR' : causeOfCode(reason.code);
    return { change: { row, to: 'FAILED', set: causeColumns(cause, reason) }, outcome, cause };
  });
  await applyEffects(ctx, tx, effects, at);
  return refusals;
}

export interface Question extends AttemptKey {
  /** True where nothing is asked after it: then two operators settle it. */
  isLast: boolean;
}

const HOUR_MS = DAY_MS / 24;

/** Submissions with an unknown outcome whose bank is to be asked now; they are marked as asked. */
export async function askNext(
  tx: PlatformTx,
  {
    at,
    most,
    waits,
  }: { at: Date; most: number; /** Hours between questions. */ waits: readonly number[] },
): Promise<Question[]> {
  const found = await readToAsk(tx, at, most);
  const asking = found.map(({ row, key }) => {
    const wait = waits[row.asked];
    const next =
      wait === undefined
        ? { wake_at: null, wake_for: null }
        : { wake_at: new Date(at.getTime() + wait * HOUR_MS), wake_for: 'ASK' };
    return {
      change: { row, set: { asked: row.asked + 1, ...next } },
      key,
      isLast: wait === undefined,
    };
  });
  await changeCollections(
    tx,
    asking.map(({ change }) => change),
    { actor: SYSTEM, at },
  );
  return asking.map(({ key, isLast }) => ({ ...key, isLast }));
}

/** What two operators have found out about a submission with an unknown outcome, with evidence. */
export async function resolveUnknown(
  ctx: AppContext,
  tx: PlatformTx,
  key: AttemptKey,
  { paid, reason, at }: { paid: boolean; reason: string; at: Date },
): Promise<Refused | null> {
  const status = {
    ...key,
    status: paid ? 'ACCEPTED' : 'REJECTED',
    code: null,
    text: reason,
  } as const;
  const rows = await lockAnswered(tx, [key]);
  const row = rows.get(key.collectionId);
  if (row?.state !== 'UNKNOWN')
    return contradiction('The transaction is no longer unknown. Nothing was changed.');
  const [refused = null] = await takeStatuses(ctx, tx, [status], at);
  return refused;
}

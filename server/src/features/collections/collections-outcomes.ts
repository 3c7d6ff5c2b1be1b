import {
  type FailureReasonName,
  getFailureReason,
} from '@tegeka/contract/collections/failure-reasons.ts';
import type { ExceptionKind } from '@tegeka/contract/clearing/exceptions.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import {
  lockCollectable,
  lockMandates,
} from '#features/mandates/collecting/mandates-collecting.ts';
import { applyOutcome, endWaiting } from '#features/mandates/collecting/mandates-outcomes.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { type AttemptKey, type AttemptOutcome, writeOutcomes } from './collections-attempts.ts';
import {
  againKey,
  cancelAgain,
  makeCollections,
  noteNotAgain,
  refusalText,
} from './collections-making.ts';
import { findRefusals } from './collections-refusals.ts';
import { notifyMoved } from './notices/collections-notices.ts';
import type { NewCollection } from './limits/collections-checks.ts';
import { endRetriesWithoutRoom } from './collections-retries.ts';
import { collectionDay } from './limits/collections-requests.ts';
import {
  failureColumns,
  changeCollections,
  type CollectionChange,
  lockCollections,
  type LockedCollection,
} from './collections-changes.ts';

/** True for an answer to an older submission than the newest one. */
export const isOlder = (row: LockedCollection, { attempt }: AttemptKey) => attempt < row.attempt;
/** True while the payer's bank has not said what became of it. */
export const inFlight = ({ state }: LockedCollection) =>
  state === 'PROCESSING' || state === 'UNKNOWN';

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

/** The effect of an answer on one collection: nothing, a change, or a case for an operator. */
export interface Effect {
  change?: CollectionChange;
  outcome?: AttemptOutcome;
  refused?: Rejection;
  /** The failure reason of its end, where that can change its mandate. */
  failureReason?: FailureReasonName;
  /** True where a returned one is collected again. */
  again?: boolean;
  /** True where a returned one must not be collected again. */
  notAgain?: boolean;
}

/**
 * Blocks retries of a debit, by schedule and by hand (`readUnclear`), where the payer was or may be debited
 * by a submission that was refused or followed by a newer one. Where the newer one was pending, the bank is
 * asked for the outcome. `entryId` is the booking where money has come.
 */
export function blockRetry(
  row: LockedCollection,
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
        set: { ...set, asked: 0, next_action_at: at, next_action: 'INQUIRE' },
      },
      outcome,
    };
  // The newer submission can still fail or be returned, or was returned and is collected again.
  const isOut = inFlight(row) || ['CLEARED', 'SETTLED', 'RETURNED'].includes(row.state);
  if (!isOlder(row, item) || !isOut) return {};
  return { change: { row, set: { retries_left: 0 } }, outcome, notAgain: true };
}

/** The effect of {@link blockRetry} with the exception that describes it. */
export const describeBlock = (held: Effect, explanation: (done: string) => string): Effect => {
  const isRetryBlocked = held.change !== undefined;
  const done = isRetryBlocked ? 'It is not tried again.' : 'Nothing was changed.';
  return { ...held, refused: { ...contradiction(explanation(done)), isRetryBlocked } };
};

type Locked = ReadonlyMap<string, LockedCollection>;

/** Locks what answers are about: mandates first, in the order of their ids, then collections. */
export async function lockAnswered(tx: PlatformTx, keys: readonly AttemptKey[]): Promise<Locked> {
  const ids = [...new Set(keys.map(({ collectionId }) => collectionId))];
  await lockMandates(tx, sql`(select mandate_id from collections where id = any(${ids}::uuid[]))`);
  return lockCollections(tx, ids);
}

/** Makes new collections for returned ones that failed for lack of funds, or notes why not. */
async function collectAgain(
  ctx: AppContext,
  tx: PlatformTx,
  returned: readonly LockedCollection[],
  at: Date,
): Promise<void> {
  if (returned.length === 0) return;
  const mandates = await lockCollectable(
    tx,
    returned.map((row) => row.mandate_id),
  );
  const calendar = await readCalendar(tx);
  const today = isoDay(at);
  const wanted = returned.flatMap((row): NewCollection[] => {
    const mandate = mandates.get(row.mandate_id);
    if (mandate?.state !== 'ACTIVE') return [];
    const { noticeDays } = mandate;
    return [
      {
        mandate,
        amount: Number(row.amount),
        // Its schedule's own limit, of one debit in each period, counts the original due day.
        dueOn: row.due_on,
        collectOn: collectionDay(calendar, { dueOn: today, today, noticeDays }),
        dueKey: againKey(row),
        origin: 'AGAIN',
        retried: false,
        again: { id: row.id, retries: row.retries_left - 1 },
      },
    ];
  });
  const makings = await makeCollections(ctx, tx, wanted, {
    actor: SYSTEM,
    at,
    onRefusal: 'REFUSE',
  });
  const refused = wanted.flatMap(({ again }, n) => {
    const making = makings[n];
    return again && making && 'refused' in making
      ? [{ id: again.id, text: refusalText(making) }]
      : [];
  });
  const tried = new Set(wanted.map(({ again }) => again?.id));
  const text = getFailureReason('MANDATE_NOT_ACTIVE').text;
  const left = returned.flatMap(({ id }) => (tried.has(id) ? [] : [{ id, text }]));
  await noteNotAgain(tx, [...refused, ...left]);
}

/**
 * Writes effects: states with their transitions, outcomes of submissions, and changes of mandates. The
 * caller has locked all rows ({@link lockAnswered}).
 */
async function applyEffects(
  ctx: AppContext,
  tx: PlatformTx,
  effects: readonly Effect[],
  at: Date,
): Promise<void> {
  const changes = effects.flatMap(({ change }) => (change ? [change] : []));
  await changeCollections(tx, changes, { actor: SYSTEM, at });
  await writeOutcomes(
    tx,
    effects.flatMap(({ outcome }) => (outcome ? [outcome] : [])),
    at,
  );
  const again = effects.flatMap(({ again: isAgain, change }) =>
    isAgain && change ? [change.row] : [],
  );
  for (const { change, failureReason } of effects) {
    if (!change || !failureReason) continue;
    const { mandate_id: mandateId, reference } = change.row;
    const isRefused = getFailureReason(failureReason).mandate === 'PAUSED';
    const refusals = isRefused ? await findRefusals(tx, change.row, at) : null;
    if (isRefused && refusals === null) continue;
    await applyOutcome(ctx, tx, mandateId, {
      failureReason,
      refusals,
      actor: SYSTEM,
      reference,
      at,
    });
  }
  await collectAgain(ctx, tx, again, at);
  const notAgain = effects.flatMap(({ notAgain: isRetryBlocked, change }) =>
    isRetryBlocked && change?.row.state === 'RETURNED' ? [change.row] : [],
  );
  await cancelAgain(tx, notAgain, at);
  const waiting = changes.flatMap(({ row, to, set }) =>
    to === 'PENDING' || set?.next_action === 'RETRY' ? [row.mandate_id] : [],
  );
  await endWaiting(tx, waiting, at);
  const retried = changes.flatMap(({ row, set }) =>
    set?.next_action === 'RETRY' ? [row.mandate_id] : [],
  );
  const mandates = await lockCollectable(tx, retried);
  await endRetriesWithoutRoom(tx, [...mandates.values()], at);
  const moves = changes.flatMap(({ row, set }) =>
    set?.next_action === 'RETRY'
      ? [[row.id, { from: row.collect_on, why: 'NOT_PAID' as const }] as const]
      : [],
  );
  await notifyMoved(ctx, tx, new Map(moves), at);
}

/** The first one of each collection. */
function firstOfEach<K extends AttemptKey>(items: readonly K[]): Set<K> {
  const firsts = new Map<string, K>();
  for (const item of items) if (!firsts.has(item.collectionId)) firsts.set(item.collectionId, item);
  return new Set(firsts.values());
}

/**
 * Applies answers to locked collections. Several answers to one collection are applied in order, each to the
 * result of the one before. Returns null for each, or why an operator must look at it.
 */
export async function workThrough<K extends AttemptKey>(
  ctx: AppContext,
  tx: PlatformTx,
  { rows: locked, items, at }: { rows: Locked; items: readonly K[]; at: Date },
  effectOf: (row: LockedCollection, item: K) => Effect,
): Promise<{ effects: Effect[]; refusals: (Rejection | null)[] }> {
  const done = new Map<K, Effect>();
  let [rows, left] = [locked, items];
  while (left.length > 0) {
    const next = firstOfEach(left);
    for (const item of next) {
      const row = rows.get(item.collectionId);
      const none = { refused: contradiction('There is no such transaction. Nothing was changed.') };
      done.set(item, row ? effectOf(row, item) : none);
    }
    await applyEffects(
      ctx,
      tx,
      [...next].flatMap((item) => done.get(item) ?? []),
      at,
    );
    left = left.filter((item) => !next.has(item));
    const ids = left.map(({ collectionId }) => collectionId);
    if (ids.length > 0) rows = await lockCollections(tx, ids);
  }
  const refusals = items.map((item) => done.get(item)?.refused ?? null);
  return { effects: [...done.values()], refusals };
}

import { contradiction, type Effect, type Rejection } from './debits-effects.ts';
import { getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import {
  lockCollectable,
  lockMandates,
} from '#features/mandates/collection/mandates-collectable.ts';
import { applyOutcome, endWaiting } from '#features/mandates/collection/mandates-outcomes.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { type AttemptKey, writeOutcomes } from './debits-attempts.ts';
import {
  recollectionKey,
  cancelRecollection,
  insertDebits,
  noteNotRecollected,
  refusalText,
} from '../debits-insertion.ts';
import { findRefusals } from '../debits-refusals.ts';
import { notifyMoved } from '../notices/debits-notices.ts';
import type { NewDebit } from '../limits/debits-checks.ts';
import { endRetriesWithoutRoom } from '../debits-retries.ts';
import { collectionDay } from '../limits/debits-requests.ts';
import { changeDebits, lockDebits, type LockedDebit } from '../debits-changes.ts';

type Locked = ReadonlyMap<string, LockedDebit>;

/** Locks what answers are about: mandates first, in the order of their ids, then debits. */
export async function lockAnswered(tx: PlatformTx, keys: readonly AttemptKey[]): Promise<Locked> {
  const ids = [...new Set(keys.map(({ debitId }) => debitId))];
  await lockMandates(tx, sql`(select mandate_id from debits where id = any(${ids}::uuid[]))`);
  return lockDebits(tx, ids);
}

/** Makes new debits for returned ones that failed for lack of funds, or notes why not. */
async function recollect(
  ctx: AppContext,
  tx: PlatformTx,
  returned: readonly LockedDebit[],
  at: Date,
): Promise<void> {
  if (returned.length === 0) return;
  const mandates = await lockCollectable(
    tx,
    returned.map((row) => row.mandate_id),
  );
  const calendar = await readCalendar(tx);
  const today = isoDay(at);
  const wanted = returned.flatMap((row): NewDebit[] => {
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
        dueKey: recollectionKey(row),
        origin: 'RECOLLECTION',
        retried: false,
        again: { id: row.id, retries: row.retries_left - 1 },
      },
    ];
  });
  const results = await insertDebits(ctx, tx, wanted, {
    actor: SYSTEM,
    at,
    onRefusal: 'REFUSE',
  });
  const refused = wanted.flatMap(({ again }, n) => {
    const result = results[n];
    return again && result && 'refused' in result
      ? [{ id: again.id, text: refusalText(result) }]
      : [];
  });
  const tried = new Set(wanted.map(({ again }) => again?.id));
  const text = getFailureReason('MANDATE_NOT_ACTIVE').text;
  const left = returned.flatMap(({ id }) => (tried.has(id) ? [] : [{ id, text }]));
  await noteNotRecollected(tx, [...refused, ...left]);
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
  await changeDebits(tx, changes, { actor: SYSTEM, at });
  await writeOutcomes(
    tx,
    effects.flatMap(({ outcome }) => (outcome ? [outcome] : [])),
    at,
  );
  const again = effects.flatMap(({ again: isRecollection, change }) =>
    isRecollection && change ? [change.row] : [],
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
  await recollect(ctx, tx, again, at);
  const isNotRecollected = effects.flatMap(({ isNotRecollected: isRetryBlocked, change }) =>
    isRetryBlocked && change?.row.state === 'RETURNED' ? [change.row] : [],
  );
  await cancelRecollection(tx, isNotRecollected, at);
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

/** The first one of each debit. */
function firstOfEach<K extends AttemptKey>(items: readonly K[]): Set<K> {
  const firsts = new Map<string, K>();
  for (const item of items) if (!firsts.has(item.debitId)) firsts.set(item.debitId, item);
  return new Set(firsts.values());
}

/**
 * Applies answers to locked debits. Several answers to one debit are applied in order, each to the
 * result of the one before. Returns null for each, or why an operator must look at it.
 */
export async function workThrough<K extends AttemptKey>(
  ctx: AppContext,
  tx: PlatformTx,
  { rows: locked, items, at }: { rows: Locked; items: readonly K[]; at: Date },
  effectOf: (row: LockedDebit, item: K) => Effect,
): Promise<{ effects: Effect[]; refusals: (Rejection | null)[] }> {
  const done = new Map<K, Effect>();
  let [rows, left] = [locked, items];
  while (left.length > 0) {
    const next = firstOfEach(left);
    for (const item of next) {
      const row = rows.get(item.debitId);
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
    const ids = left.map(({ debitId }) => debitId);
    if (ids.length > 0) rows = await lockDebits(tx, ids);
  }
  const refusals = items.map((item) => done.get(item)?.refused ?? null);
  return { effects: [...done.values()], refusals };
}

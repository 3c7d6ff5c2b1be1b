import { getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import { ATTEMPTS_MAX, type Debit } from '@tegeka/contract/debits/debits.ts';
import { isoDay, showDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import {
  type CollectableMandate,
  lockCollectable,
} from '#features/mandates/collection/mandates-collectable.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import { SYSTEM, transition } from '#platform/state/transition.ts';
import {
  failureColumns,
  changeDebits,
  type DebitChange,
  failureOf,
  lockable,
  type LockedDebit,
} from './debits-changes.ts';
import { checkLimits } from './limits/debits-limits.ts';
import { noticeGivenUp } from './debits-insertion.ts';
import { collectionDay } from './limits/debits-requests.ts';
import { DEBIT_TABLE, type Command } from './debits-service.ts';
import { debitOf, readDebitRow, readRetryUntil, readUnclear } from './debits-store.ts';

/** True of debits that wait to be tried again, or that collect a returned one again. */
const IS_WAITING_RETRY = sql<boolean>`(state = 'FAILED' and next_action = 'RETRY'
  or state = 'PENDING' and (retried or origin = 'RECOLLECTION'))`;

/** Ends a retry that no limit leaves room for: the debit stays failed, and a new one is not made. */
export function retryEnd(row: LockedDebit, text: string | null = null): DebitChange {
  if (!row.retried) return { row, to: 'CANCELLED', set: failureColumns('ABOVE_LIMIT', { text }) };
  const { state } = row;
  const code = row.scheme_code ?? row.failure?.scheme_code ?? null;
  const set = {
    ...failureColumns('RETRY_LIMIT', { code, text }),
    next_action_at: null,
    next_action: null,
  };
  return state === 'FAILED' ? { row, set } : { row, to: 'FAILED', set };
}

/**
 * Ends waiting retries of mandates, which the caller has locked, for which their limits leave no room beside
 * what is waiting and what the schedule is still going to take.
 */
export async function endRetriesWithoutRoom(
  tx: PlatformTx,
  mandates: readonly CollectableMandate[],
  at: Date,
): Promise<void> {
  const limited = new Map(
    mandates.filter(({ period }) => period !== null).map((one) => [one.id, one]),
  );
  if (limited.size === 0) return;
  const owners = [...limited.values()].map(({ organizationId }) => organizationId);
  const rows = await lockable(tx)
    .where(sql<boolean>`organization_id = any(${owners}::uuid[])`)
    .where(sql<boolean>`mandate_id = any(${[...limited.keys()]}::uuid[])`)
    .where(IS_WAITING_RETRY)
    .orderBy('id')
    .forUpdate()
    .execute();
  const wanted = rows.flatMap((row) => {
    const mandate = limited.get(row.mandate_id);
    const { origin, retried, due_on: dueOn, collect_on: collectOn } = row;
    const amount = Number(row.amount);
    return mandate ? [{ row, mandate, origin, retried, dueOn, collectOn, amount }] : [];
  });
  const ids = wanted.map(({ row }) => row.id);
  const broken = await checkLimits(tx, wanted, { without: ids });
  const changes = wanted.flatMap(({ row }, n) => {
    const limit = broken[n];
    return limit ? [retryEnd(row, limit.explanation)] : [];
  });
  await changeDebits(tx, changes, { actor: SYSTEM, at });
}

/**
 * Retries a debit that failed for lack of funds. Only automatic retries were announced, so the payer gets a
 * new notice and the debit waits for the days of notice. Refuses TRANSACTION_STATE, RETRY_FORBIDDEN,
 * RETRY_TOO_LATE, RETRY_ABOVE_LIMIT, MANDATE_STATE where the mandate is not active, and CUSTOMER_DISABLED.
 */
export async function retryDebit(tx: Tx, id: string, { actor, now }: Command): Promise<Debit> {
  const { mandate } = debitOf(await readDebitRow(tx, id));
  const locked = (await lockCollectable(tx, [mandate.id])).get(mandate.id);
  const row = await readDebitRow(tx, id);
  const { state, failureReason } = debitOf(row);
  if (state !== 'FAILED') throw refuse('TRANSACTION_STATE');
  const ended = row.next_action !== 'RETRY' && row.attempt < ATTEMPTS_MAX;
  const mayRetry = ended && failureReason !== null && getFailureReason(failureReason).retry;
  if (!mayRetry || (await readUnclear(tx, [row])).has(id)) throw refuse('RETRY_FORBIDDEN');
  if (locked?.state !== 'ACTIVE') throw refuse('MANDATE_STATE');
  if (!locked.customerIsActive) throw refuse('CUSTOMER_DISABLED');
  const at = await businessTime(tx, now);
  const day = isoDay(at);
  const until = await readRetryUntil(tx, row);
  if (until !== null && day > until)
    throw refuseField('retryUntil', `The last day was ${showDay(until)}.`, 'RETRY_TOO_LATE');
  const today = { dueOn: day, today: day, noticeDays: locked.noticeDays };
  const collectOn = collectionDay(await readCalendar(tx), today);
  // A final failure has released its share of the limits, which other debits may have used.
  const { origin, due_on: dueOn } = row;
  const amount = Number(row.amount);
  const wanted = { mandate: locked, origin, retried: true, dueOn, collectOn, amount };
  const [broken] = await checkLimits(tx, [wanted]);
  if (broken) throw refuseField('amount', `${broken.explanation}.`, 'RETRY_ABOVE_LIMIT');
  await transition(tx, DEBIT_TABLE, {
    id,
    to: 'PENDING',
    actor,
    reason: null,
    at,
    revision: row.revision,
    set: {
      failure_reason: null,
      scheme_code: null,
      reason: null,
      failure: JSON.stringify(failureOf(row)),
      retried: true,
      collect_on: collectOn,
      notified_at: null,
      notice_id: null,
      withdrawn_at: null,
      next_action_at: noticeGivenUp(at),
      next_action: 'GIVE_UP_NOTICE',
      updated_at: at,
    },
  });
  return debitOf(await readDebitRow(tx, id));
}

import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sql } from 'kysely';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import type { InboundContext, ReadOperator } from '../clearing-inbound.ts';
import { closeException, lockException, reopen, restateException } from '../clearing-exceptions.ts';
import { readParty } from '../clearing-parties.ts';
import { type Booked, bookedWhole } from './clearing-booked.ts';
import { bookItems } from './clearing-bookings.ts';
import { itemsOfBatch } from './clearing-batches.ts';
import { findEntry, updateEntry } from './clearing-entries.ts';
import { dayOf, markItems } from './clearing-items.ts';
import { postBankFee, postSuspense } from './clearing-suspense.ts';

/**
 * Books items of ours with money of an entry in suspense: its postings leave suspense, those of the items take
 * their place. `bankFee` is what the bank has kept of a credit: it is the platform's. Returns what was booked, what is left in suspense, and why items were refused.
 */
export async function bookFromSuspense(
  inbound: InboundContext,
  {
    entryId,
    booked,
    manual,
    bankFee = 0,
  }: { entryId: string; booked: readonly Booked[]; manual: boolean; bankFee?: number },
  /** One item, or the exception of the entry for all items of a file. */
  sourceId: string,
): Promise<{ sum: number; rest: number; refused: readonly string[] }> {
  const { suspense } = await findEntry(inbound.tx, entryId);
  const direction = suspense > 0 ? 'CREDIT' : 'DEBIT';
  const { sum, unposted, refused } = await bookItems(inbound, direction, booked, {
    entryId,
    manual,
  });
  if (unposted > 0) {
    const items = booked.map(({ item }) => item);
    await markItems(inbound.tx, items, { named_on: dayOf(inbound.at) });
  }
  const signed = suspense > 0 ? sum : -sum;
  const rest = suspense + bankFee - signed;
  if (sum === 0) return { sum, rest, refused };
  if (bankFee > 0) await postBankFee(inbound, sourceId, bankFee);
  const purpose = direction === 'CREDIT' ? 'MATCHED' : 'MATCHED_DEBIT';
  await postSuspense(inbound, { sourceId, amount: signed, purpose });
  await updateEntry(inbound.tx, entryId, { suspense: rest });
  return { sum, rest, refused };
}

/** Sums that are looked at again after a file: the newest ones. */
const WAITING_MAX = 100;

/** An exception about a sum that is whole in suspense, and the entry of the sum. */
interface WaitingSum {
  id: string;
  entryId: string;
  fileId: string;
}

async function readWaitingSums(tx: PlatformTx): Promise<WaitingSum[]> {
  const { rows } = await sql<WaitingSum>`
    select x.id, e.entry_id as "entryId", e.file_id as "fileId" from clearing_entries e
    join clearing_exceptions x on x.file_id = e.file_id and x.reference = e.entry_id
      and x.kind = 'UNMATCHED'
    where e.suspense <> 0 and e.batch_file_ids <> '{}' and e.suspense = e.amount
      and (x.state = 'OPEN' or x.outcome = 'KEPT_IN_SUSPENSE')
    order by x.id desc limit ${WAITING_MAX}`.execute(tx);
  return rows;
}

async function matchSum(inbound: InboundContext, { id, entryId }: WaitingSum): Promise<void> {
  const { tx, at } = inbound;
  const { state } = await lockException(tx, id);
  const { amount, suspense, batch } = await findEntry(tx, entryId);
  if (suspense !== amount) return;
  const items = await itemsOfBatch(inbound, batch, Math.abs(amount), 'NOT_REJECTED');
  if (items.length === 0) return;
  const command = { entryId, booked: bookedWhole(items), manual: false };
  const { sum, rest } = await bookFromSuspense(inbound, command, id);
  if (sum === 0) return;
  const made = { actor: SYSTEM, reason: 'Count and sum fit its file now', at } as const;
  if (rest !== 0) {
    const explanation = `${showMoney(Math.abs(rest))} of ${showMoney(Math.abs(amount))} is in suspense: the other items of the file are booked. Find out what it is for.`;
    await restateException(tx, id, explanation);
    return;
  }
  if (state === 'CLOSED') await reopen(tx, id, made);
  await closeException(tx, id, { ...made, outcome: 'MATCHED' });
}

/**
 * Matches sums in suspense again, each in a transaction of its own: their items are locked by their file. One that
 * fits its file in count and sum is booked for all its items, also for those that no bank has answered yet.
 */
export async function matchAgain(ctx: AppContext, readOperator: ReadOperator): Promise<void> {
  const waiting = await ctx.db.asPlatform('sums in suspense', readWaitingSums);
  for (const one of waiting)
    await ctx.db.asPlatform('a sum in suspense is matched again', async (tx) => {
      const now = ctx.clock.now();
      const at = await businessTime(tx, now);
      const sender = await readParty(ctx, tx, 'settlement-bank');
      await matchSum({ ctx, tx, sender, fileId: one.fileId, readOperator, now, at }, one);
    });
}

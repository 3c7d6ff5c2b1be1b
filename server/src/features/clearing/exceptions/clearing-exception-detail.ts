import type { ClearingExceptionDetail } from '@tegeka/contract/clearing/exceptions.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { BOOKED_MANUALLY } from '#features/ledger/ledger-store.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import { findRepayer } from '#features/merchants/merchants-references.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { exceptionOf, type ExceptionRow, exceptionRows } from '../clearing-exceptions.ts';
import { PACS_003 } from '../iso/iso-debits.ts';
import { PAIN_001 } from '../iso/iso-transfers.ts';

/** Counterparts that are shown at most. Few entries of the same amount are open at the same time. */
const COUNTERPARTS_MAX = 20;

/**
 * Open entries in suspense with the same amount and the opposite sign. All are on the pooled account and in
 * one currency: entries of another account or currency are never posted to suspense.
 */
async function readCounterparts(tx: Tx, { suspense, state }: ExceptionRow) {
  if (state !== 'OPEN' || suspense === null || Number(suspense) === 0) return [];
  const rows = await tx
    .selectFrom('clearing_exceptions as exception')
    .innerJoin('clearing_entries as entry', 'entry.entry_id', 'exception.reference')
    .select(['exception.id', 'entry.entry_id as reference', 'entry.booked_on'])
    .where('exception.state', '=', 'OPEN')
    .where('exception.kind', '=', 'UNMATCHED')
    .where('entry.suspense', '=', String(-Number(suspense)))
    .orderBy('exception.id', 'desc')
    .limit(COUNTERPARTS_MAX)
    .execute();
  return rows.map(({ booked_on: bookedOn, ...row }) => ({ ...row, bookedOn: isoDay(bookedOn) }));
}

/** The oldest manual booking of an outgoing amount with which no exception was closed; null if none. */
export async function findBooking(tx: Tx, suspense: number): Promise<string | null> {
  if (suspense >= 0) return null;
  const { rows } = await sql<{ id: string }>`
    select id from ${BOOKED_MANUALLY} booked where amount = ${suspense}
      and not exists (select from clearing_exceptions x where x.booked_as = booked.id)
    order by id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

interface MatchingFileRow {
  id: string;
  messageId: string;
  cutOff: Date;
  items: number;
  bankFee: number;
}

/** Files that are looked at: the newest ones that have at least the amount. */
const FILES_MAX = 100;

/**
 * Files whose items that are not booked yet have the count and sum of an entry, newest first: all of them, those that
 * were not rejected, or those that were accepted. A credit can be less by a bank fee; such files come last.
 */
async function readMatchingFiles(
  tx: Tx,
  { suspense, state, reference, booked_on: bookedOn }: ExceptionRow,
) {
  const amount = Number(suspense ?? 0);
  if (state !== 'OPEN' || amount === 0 || bookedOn === null) return [];
  const feeMax = amount > 0 ? await rateOn(tx, 'BANK_FEE_MAX', isoDay(bookedOn)) : 0;
  const { rows } = await sql<MatchingFileRow>`
    select f.id, f.message_id as "messageId", f.cut_off as "cutOff", s.items,
      (s.sum - abs(e.amount))::integer as "bankFee"
    from clearing_entries e
    cross join lateral (select id, message_id, cut_off from clearing_files
      where cut_off is not null and state <> 'WITHDRAWN' and message = ${amount > 0 ? PACS_003 : PAIN_001}
        and total >= ${Math.abs(amount)}
      order by cut_off desc, id desc limit ${FILES_MAX}) f
    cross join lateral (select set.items, set.sum from (
        select count(*)::integer as all_items, sum(amount) as all_sum,
          count(*) filter (where status <> 'REJECTED')::integer as open_items,
          sum(amount) filter (where status <> 'REJECTED') as open_sum,
          count(*) filter (where status = 'ACCEPTED')::integer as accepted_items,
          sum(amount) filter (where status = 'ACCEPTED') as accepted_sum
        from clearing_items where file_id = f.id and status <> 'SETTLED') i,
      lateral (values (all_items, all_sum), (open_items, open_sum), (accepted_items, accepted_sum))
        set (items, sum)
      where set.sum between abs(e.amount) and abs(e.amount) + ${feeMax}::bigint
        and set.items = coalesce(e.batch_count, set.items) order by set.sum limit 1) s
    where e.entry_id = ${reference} and e.suspense = e.amount
    order by s.sum > abs(e.amount), f.id desc`.execute(tx);
  return rows.map(({ cutOff, ...row }) => ({ ...row, cutOff: cutOff.toISOString() }));
}

export async function readException(tx: Tx, id: string): Promise<ClearingExceptionDetail> {
  const row = await exceptionRows(tx).where('clearing_exceptions.id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  const exception = exceptionOf(row);
  const { state, suspense } = exception;
  const booking = state === 'OPEN' ? await findBooking(tx, suspense ?? 0) : null;
  const counterparts = await readCounterparts(tx, row);
  const matchingFiles = await readMatchingFiles(tx, row);
  const named = (suspense ?? 0) > 0 ? row.repayment_reference : null;
  const repayer = named === null ? null : await findRepayer(tx, named);
  const isBookedManually = booking !== null;
  return { ...exception, counterparts, matchingFiles, repayer, isBookedManually };
}

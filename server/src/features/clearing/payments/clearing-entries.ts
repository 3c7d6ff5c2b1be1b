import { isoDay, showDay, timeOf } from '@tegeka/contract/kit/day.ts';
import { CURRENCY, showMoney } from '@tegeka/contract/kit/money.ts';
import type { OpenItem } from '@tegeka/contract/ledger.ts';
import { sql } from 'kysely';
import {
  lockStatements,
  readDifferences,
  recordClosingBalance,
} from '#features/ledger/ledger-statements-store.ts';
import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';
import { PAID_MANUALLY } from '#features/payouts/payouts-answers.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { closeByDay, restateByDay } from '../clearing-exceptions.ts';
import type { InboundItem } from '../clearing-parser.ts';
import type { InboundContext } from '../clearing-inbound.ts';
import type { Batch } from './clearing-batches.ts';
import { checkStatementDays, type StatedDay } from './clearing-statement-days.ts';

/** An entry that the settlement bank has booked. Credits are positive, debits negative. */
export interface NewEntry {
  entryId: string;
  /** The bank's reference: see `clearing_entries`. */
  reference: string;
  isReversal: boolean;
  occurrence: number;
  fileId: string;
  amount: number;
  currency: string;
  /** ISO 8601 day. */
  bookedOn: string;
  batch: Batch;
  repaymentReference: string | null;
  at: Date;
}

/** Inserts an entry. Returns false where it, or another one with its id, was inserted before. */
export async function insertEntry(
  tx: PlatformTx,
  {
    entryId,
    reference,
    isReversal,
    occurrence,
    fileId,
    amount,
    currency,
    bookedOn,
    batch,
    repaymentReference,
    at,
  }: NewEntry,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('clearing_entries')
    .values({
      entry_id: entryId,
      reference,
      is_reversal: isReversal,
      occurrence,
      file_id: fileId,
      amount,
      currency,
      booked_on: new Date(timeOf(bookedOn)),
      posted_on: new Date(timeOf(isoDay(at))),
      posted: 0,
      suspense: 0,
      batch_file_ids: [...batch.fileIds],
      batch_count: batch.count,
      repayment_reference: repaymentReference,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A stored entry, locked, with its amount in suspense and the batch that it names. */
export async function findEntry(tx: PlatformTx, entryId: string) {
  const row = await tx
    .selectFrom('clearing_entries')
    .select(['amount', 'currency', 'suspense', 'booked_on', 'batch_file_ids', 'batch_count'])
    .where('entry_id', '=', entryId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    batch: { fileIds: row.batch_file_ids, count: row.batch_count } satisfies Batch,
    amount: Number(row.amount),
    currency: row.currency,
    suspense: Number(row.suspense),
    bookedOn: isoDay(row.booked_on),
  };
}

/** Sets how much of an entry is in suspense, how much of it is posted, and its booking day. */
export async function updateEntry(
  tx: PlatformTx,
  entryId: string,
  set: { suspense?: number; posted?: number; booked_on?: Date },
): Promise<void> {
  await tx.updateTable('clearing_entries').set(set).where('entry_id', '=', entryId).execute();
}

/** Open items of a day at most. Without the others a difference remains, and becomes an exception. */
const OPEN_MAX = 10_000;

/** Why the bank and the ledger differ: one has the amount and the other not yet. */
const OPEN_TEXTS = {
  ENTRY: ['Booked on another day', 'Booked on another day'],
  RETURN: [
    'A return that the bank has not booked yet',
    'A return that the bank has booked before the debit',
  ],
  PAYOUT: [
    'A payout that was settled as paid, and that the bank has not booked yet',
    'A payout that the bank has booked before it was settled as paid',
  ],
} as const;

/**
 * What only the bank or only the ledger has at the end of a day: entries that they have on different days,
 * returns that were reported and not booked, returns that were booked before their debit has settled, and
 * payouts that two operators have settled as paid. Where the ledger had the amount before and the entry was
 * in suspense until it was named, the ledger has it twice until `named_on`.
 */
async function readOpenItems(tx: PlatformTx, day: string): Promise<OpenItem[]> {
  const { rows } = await sql<{
    reference: string;
    amount: string;
    what: keyof typeof OPEN_TEXTS;
  }>`
    select entry_id as reference, case when booked_on <= ${day}::date then posted else -posted end
      as amount, 'ENTRY' as what
    from clearing_entries
    where booked_on <> posted_on and posted <> 0
      and ((booked_on <= ${day}::date and posted_on > ${day}::date)
        or (posted_on <= ${day}::date and booked_on > ${day}::date))
    union all
    select i.end_to_end_id, case when told then i.amount else -i.amount end, 'RETURN'
    from clearing_items i left join clearing_entries e on e.entry_id = i.returned_by,
      lateral (select coalesce(i.return_reported_on <= ${day}::date, false) as told,
        coalesce(coalesce(i.named_on, e.booked_on) <= ${day}::date, false) as booked) day
    where (i.return_reported_on is not null or (i.returned_by is not null and i.settled_by is null))
      and told <> booked
    union all
    select p.reference, case when told then i.amount else -i.amount end, 'PAYOUT'
    from ${PAID_MANUALLY} p
    join clearing_items i on i.end_to_end_id = p.reference and i.payout_id = p.id
      and i.status <> 'WITHDRAWN'
    left join clearing_entries e on e.entry_id = i.settled_by,
      lateral (select p.paid_manually_on <= ${day}::date as told,
        coalesce(coalesce(i.named_on, e.booked_on, p.back_on) <= ${day}::date, false) as booked) day
    where told <> booked
    order by reference limit ${OPEN_MAX}`.execute(tx);
  return rows.map(({ reference, what, amount: text }) => {
    const amount = Number(text);
    return { reference, amount, explanation: OPEN_TEXTS[what][amount > 0 ? 0 : 1] };
  });
}

/**
 * Compares the closing balances of a file with the ledger and its open items. Returns the items that differ,
 * from 1. Days that differed before are compared again, also after a camt.054: its entries may explain an
 * earlier statement.
 */
export async function closeStatements(
  inbound: InboundContext,
  items: readonly InboundItem[],
): Promise<ItemDifference[]> {
  // Serializes the files of an account: the second one sees what the first one has written.
  await lockStatements(inbound.tx);
  const left: ItemDifference[] = [];
  const stated = statedDays(items);
  for (const { day, item, opening, closing } of stated) {
    const difference = await compareDay(inbound, { day, opening, closing });
    const explanation = differenceText(day, difference);
    if (difference === 0) await closeDifferences(inbound, day);
    else left.push({ item, reference: day, why: { kind: 'BALANCE', explanation } });
  }
  await compareAgain(inbound);
  await checkStatementDays(inbound, stated);
  return left;
}

/** What the statements of a file say of their days, in order. */
function statedDays(
  items: readonly InboundItem[],
): (StatedDay & { opening: number | null; closing: number })[] {
  // Of several within a day the first opening balance counts, and the last closing balance.
  const days = new Map<string, ReturnType<typeof statedDays>[number]>();
  let fromDay: string | null = null;
  let opening: number | null = null;
  for (const [n, item] of items.entries()) {
    if (item.kind === 'STATEMENT') [fromDay, opening] = [item.fromDay, null];
    if (item.kind !== 'BALANCE' || item.currency !== CURRENCY) continue;
    if (item.type === 'OPBD') opening = item.amount;
    else {
      const { day } = item;
      const from = fromDay !== null && fromDay < day ? fromDay : day;
      const first = days.get(day) ?? { fromDay: from, opening };
      days.set(day, { ...first, day, item: n + 1, closing: item.amount });
    }
  }
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

const closeDifferences = ({ tx, at }: InboundContext, day: string) =>
  closeByDay(tx, { kind: 'BALANCE', day, at, reason: 'Entries that came later explain it' });

/** A statement that differs from the ledger; its exception has the day as its reference. */
interface ItemDifference {
  item: number;
  reference: string;
  why: Rejection;
}

const ACCOUNT = 'SETTLEMENT_BANK';

/** Compares the days that differed; the exceptions of those that agree now are closed. */
async function compareAgain(inbound: InboundContext): Promise<void> {
  const { tx } = inbound;
  for (const { day, closing } of await readDifferences(tx, ACCOUNT)) {
    const difference = await compareDay(inbound, { day, opening: null, closing });
    if (difference === 0) await closeDifferences(inbound, day);
    else
      await restateByDay(tx, {
        kind: 'BALANCE',
        day,
        explanation: differenceText(day, difference),
      });
  }
}

async function compareDay(
  { tx, at }: InboundContext,
  balances: { day: string; opening: number | null; closing: number },
): Promise<number> {
  const openItems = await readOpenItems(tx, balances.day);
  return recordClosingBalance(tx, { account: ACCOUNT, ...balances, openItems, at });
}

const differenceText = (day: string, difference: number) =>
  `At the end of ${showDay(day)} the settlement bank has ${showMoney(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than the ledger and its open items explain. Compare the statement with the ledger, entry by entry, and book what is missing.`;

import { lockAnswered } from '#features/debits/outcomes/debits-outcomes.ts';
import type { InboundItem } from '../clearing-parser.ts';
import type { InboundContext } from '../clearing-inbound.ts';
import { type Batch, itemsOfBatch } from './clearing-batches.ts';
import { attemptOf, lockFiles, type SentItem } from './clearing-items.ts';
import { findItems } from './clearing-named.ts';

export type Entry = Extract<InboundItem, { kind: 'ENTRY' }>;

/** A transaction that has so many items takes no further entry. */
const BATCH_SIZE = 500;

/** An item of ours that an entry books; `code` is the return reason, null where there is none. */
export interface Booked {
  item: SentItem;
  amount: number;
  code: string | null;
}

/** Items of ours that an entry books with their own amounts. */
export const bookedWhole = (items: readonly SentItem[]): Booked[] =>
  items.map((item) => ({ item, amount: Number(item.amount), code: null }));

/** The items of ours that an entry names, each once, or that its sum is for. */
export async function bookedBy(
  inbound: InboundContext,
  entry: Entry,
  batch: Batch,
): Promise<Booked[]> {
  if (entry.items.length === 0)
    return bookedWhole(await itemsOfBatch(inbound, batch, entry.amount, 'ACCEPTED'));
  const found = await findItems(inbound.tx, entry.items);
  const seen = new Set<string>();
  return entry.items.flatMap(({ amount, returnReason }, n) => {
    const item = found[n];
    if (!item || seen.has(item.instruction_id) || item.currency !== entry.currency) return [];
    seen.add(item.instruction_id);
    const sent = Number(item.amount);
    const own = amount ?? (entry.items.length === 1 ? entry.amount : sent);
    // Of a return that was reported, the rest is a compensation.
    const isReturn = entry.direction === 'DEBIT' && item.debit_id !== null && item.returned;
    return own === sent || (isReturn && own > sent)
      ? [{ item, amount: sent, code: returnReason }]
      : [];
  });
}

const isBatch = ({ batch, items }: Entry) => batch !== null && items.length === 0;

/**
 * The entries for the next transaction, and how many items are then finished. Entries that are not booked or
 * move no money are skipped. A batch entry has a transaction of its own: its items are locked by their file.
 */
export function nextEntries(items: readonly InboundItem[]) {
  const entries: { n: number; entry: Entry }[] = [];
  let worked = 0;
  for (const [n, entry] of items.entries()) {
    if (entry.kind !== 'ENTRY' || !entry.booked || entry.amount === 0) continue;
    if (worked >= BATCH_SIZE || (isBatch(entry) && entries.length > 0)) return { entries, done: n };
    entries.push({ n, entry });
    worked += isBatch(entry) ? BATCH_SIZE : Math.max(entry.items.length, 1);
  }
  return { entries, done: items.length };
}

/**
 * Locks everything that entries name, before any of them is booked: items, mandates, debits and files, in
 * the same order as when statuses are processed.
 */
export async function lockNamed({ tx }: InboundContext, entries: readonly Entry[]): Promise<void> {
  const named = entries.flatMap(({ items }) => items);
  if (named.length === 0) return;
  const found = (await findItems(tx, named)).filter((item) => item !== null);
  const debits = found.filter((item) => item.debit_id !== null);
  await lockAnswered(tx, debits.map(attemptOf));
  await lockFiles(
    tx,
    found.map((item) => item.file_id),
  );
}

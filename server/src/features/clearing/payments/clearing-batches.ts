import { isoDay } from '@tegeka/contract/kit/day.ts';
import { readProfile } from '#features/channels/channels-store.ts';
import type { InboundContext } from '../clearing-inbound.ts';
import type { InboundItem } from '../clearing-parser.ts';
import { findSentById } from '../clearing-files.ts';
import { wireId } from '../iso/iso-fields.ts';
import { lockItems, type SentItem } from './clearing-items.ts';

/** The most items of a file: `items_per_file` of `channel_profiles`. */
const ITEMS_MAX = 100_000;

/** The files of ours whose items a bank books in one sum. */
export interface Batch {
  /** None where the entry names a message that is no file of ours, or none. */
  fileIds: readonly string[];
  /** How many items the bank says that it has; null where it does not say. */
  count: number | null;
}

/** The batch that an entry names; of one that names its items, or that is repeated, there is none. */
export async function batchOf(
  { tx }: InboundContext,
  { batch, items, occurrence }: Extract<InboundItem, { kind: 'ENTRY' }>,
): Promise<Batch> {
  if (batch === null || items.length > 0 || occurrence > 1) return { fileIds: [], count: null };
  const fileIds: string[] = [];
  for (const messageId of [batch.messageId, ...(batch.others ?? [])]) {
    const file = messageId === null ? null : await findSentById(tx, wireId(messageId));
    if (file === null) return { fileIds: [], count: batch.count };
    fileIds.push(file.id);
  }
  return { fileIds, count: batch.count };
}

/**
 * Which items of a file a sum can be for. ACCEPTED: those that are accepted; with NEGATIVE_ONLY answers, and for
 * payouts, an item without an answer counts as accepted. NOT_REJECTED: those without an answer too. ALL: what is
 * not booked yet, also where it was rejected.
 */
export type Reach = 'ACCEPTED' | 'NOT_REJECTED' | 'ALL';

/** The first `count` items by acceptance; none where the next one was accepted at the same moment. */
function firstAccepted(items: readonly SentItem[], count: number): readonly SentItem[] {
  const time = ({ accepted_at: at }: SentItem) => at?.getTime() ?? 0;
  const ordered = items.toSorted((one, other) => time(one) - time(other));
  const [last, next] = [ordered[count - 1], ordered[count]];
  return last && next && time(last) === time(next) ? [] : ordered.slice(0, count);
}

/**
 * The items of files that are booked in one sum, locked: all that are accepted or, where more were accepted
 * since, the first ones; else all up to `reach`. Returns none where count or sum do not match.
 */
export async function itemsOfBatch(
  { tx, at }: Pick<InboundContext, 'tx' | 'at'>,
  { fileIds, count }: Batch,
  amount: number,
  reach: Reach,
): Promise<readonly SentItem[]> {
  const items: SentItem[] = [];
  for (const fileId of fileIds.toSorted())
    items.push(...(await lockItems(tx, fileId, ['SENT', 'ACCEPTED', 'REJECTED'], ITEMS_MAX)));
  if (items.length === 0) return [];
  const { answers } = await readProfile(tx, 'clearing-house', isoDay(at));
  const isSilent = items[0]?.channel === 'settlement-bank' || answers === 'NEGATIVE_ONLY';
  const notRejected = items.filter(({ status }) => status !== 'REJECTED');
  const accepted = notRejected.filter(({ status }) => isSilent || status === 'ACCEPTED');
  const sets = [
    firstAccepted(accepted, count ?? accepted.length),
    ...(reach === 'ACCEPTED' ? [] : [notRejected]),
    ...(reach === 'ALL' ? [items] : []),
  ];
  const fits = (set: readonly SentItem[]) =>
    set.length === (count ?? set.length) &&
    set.reduce((total, item) => total + Number(item.amount), 0) === amount;
  return sets.find(fits) ?? [];
}

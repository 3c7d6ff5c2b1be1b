import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import { bookItems } from './clearing-bookings.ts';
import { findEntry, updateEntry } from './clearing-entries.ts';
import { closeException, lockException } from '../clearing-exceptions.ts';
import { readContent, readFile } from '../clearing-files.ts';
import { newestItem, type SentItem } from './clearing-items.ts';
import { readParty } from '../clearing-parties.ts';
import { parseFile } from '../clearing-reading.ts';
import { findSentById } from '../clearing-store.ts';
import { takeStatuses } from './clearing-statuses.ts';
import { postSuspense } from './clearing-suspense.ts';
import type { ReadOperator, InboundContext } from '../clearing-inbound.ts';
import { wireId } from '../iso/iso-fields.ts';

/** What an operator has found an item of a file to be about, and how they know. */
interface MatchCommand {
  reference: string;
  reason: string;
  actor: Actor;
  readOperator: ReadOperator;
}

/**
 * Takes what an operator has named: an entry that stands in suspense, or a status or return whose ids named
 * no item of ours. Refuses EXCEPTION_CLOSED, EXCEPTION_KIND, and at its field a reference that it can not
 * be about.
 */
export async function matchByHand(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  { reference, reason, actor, readOperator }: MatchCommand,
): Promise<void> {
  const exception = await lockException(tx, id);
  if (exception.state === 'CLOSED') throw refuse('EXCEPTION_CLOSED');
  const { kind, fileId } = exception;
  if (kind !== 'UNMATCHED' && kind !== 'UNKNOWN_DEBIT') throw refuse('EXCEPTION_KIND');
  const item = await newestItem(tx, reference.toUpperCase().replaceAll(/[\s-]/g, ''));
  if (!item) throw refuseField('reference', 'Nothing went out under this reference');
  const now = ctx.clock.now();
  const at = await businessTime(tx, now);
  const { channel } = await readFile(tx, fileId);
  const sender = await readParty(ctx, tx, channel);
  const inbound = { ctx, tx, sender, fileId, readOperator, now, at };
  const isDone =
    kind === 'UNMATCHED'
      ? await matchEntry(inbound, exception.reference, item)
      : await matchAnswer(inbound, exception.item, item);
  if (isDone) await closeException(tx, id, { outcome: 'MATCHED', actor, reason, at });
}

/** Books an entry in suspense as an item of ours; true where nothing of it is left in suspense. */
async function matchEntry(
  inbound: InboundContext,
  entryId: string | null,
  item: SentItem,
): Promise<boolean> {
  const { tx } = inbound;
  if (entryId === null) throw refuse('EXCEPTION_KIND');
  const { suspense } = await findEntry(tx, entryId);
  const amount = Number(item.amount);
  if (amount > Math.abs(suspense))
    throw refuseField('reference', 'It is more than what is in suspense');
  const direction = suspense > 0 ? 'CREDIT' : 'DEBIT';
  const by = { entryId, byHand: true };
  const { sum: booked } = await bookItems(inbound, direction, [{ item, amount, code: null }], by);
  if (booked === 0)
    throw refuseField('reference', 'It is not waiting for this money: look at its state');
  const signed = suspense > 0 ? booked : -booked;
  await postSuspense(inbound, {
    sourceId: item.instruction_id,
    amount: signed,
    purpose: direction === 'CREDIT' ? 'MATCHED' : 'MATCHED_DEBIT',
  });
  await updateEntry(tx, entryId, { suspense: suspense - signed });
  return suspense === signed;
}

/** Takes a status or return as one about an item of ours; what else it says has to fit. */
async function matchAnswer(
  inbound: InboundContext,
  position: number,
  item: SentItem,
): Promise<true> {
  const part = await readAnswer(inbound, position);
  if (part.amount === null)
    throw refuseField('reference', 'The message names no amount to compare it with');
  const messageId = part.originalMessageId;
  const file = messageId === null ? null : await findSentById(inbound.tx, wireId(messageId));
  if (file === null && item.attempt !== null && item.attempt > 1)
    throw refuseField(
      'reference',
      'It was sent more than once, and the message does not say which time it means',
    );
  const { refused } = await takeStatuses(inbound, [
    {
      ...part,
      originalMessageId: file?.message_id ?? null,
      instructionId: item.instruction_id,
      transactionId: null,
      endToEndId: item.end_to_end_id,
    },
  ]);
  const [refusal] = refused;
  if (refusal) throw refuseField('reference', refusal.why.words);
  return true;
}

/** The status or return at a place of a file, read from the file as it is kept. */
async function readAnswer({ ctx, tx, sender, fileId }: InboundContext, position: number) {
  const bytes = await readContent(tx, ctx.keys, fileId);
  const parsed = bytes && (await parseFile(bytes, sender));
  const part = parsed && 'items' in parsed ? parsed.items[position - 1] : undefined;
  if (part?.kind !== 'STATUS' && part?.kind !== 'RETURN') throw refuse('EXCEPTION_KIND');
  return part;
}

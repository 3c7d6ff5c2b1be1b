import { MATCH_FIELDS } from '@tegeka/contract/clearing/exception-actions.ts';
import { objectOf } from '@tegeka/contract/kit/fields.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { plainReference } from '@tegeka/contract/kit/reference.ts';
import type * as z from 'zod/mini';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import { requestApproval, type RequestMaker } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { holdCollections } from '#features/collections/collections-money.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse, refuseField, tryOut } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import { bookItems } from './clearing-bookings.ts';
import { findEntry, updateEntry } from './clearing-entries.ts';
import {
  closeException,
  insertException,
  lockException,
  readException,
} from '../clearing-exceptions.ts';
import { readContent, readFile } from '../clearing-files.ts';
import { attemptOf, dayOf, markItems, newestItem, type SentItem } from './clearing-items.ts';
import { readParty } from '../clearing-parties.ts';
import { parseFile } from '../clearing-reading.ts';
import { findSentById } from '../clearing-store.ts';
import { takeStatuses } from './clearing-statuses.ts';
import { postSuspense } from './clearing-suspense.ts';
import type { ReadOperator, InboundContext } from '../clearing-inbound.ts';
import { wireId } from '../iso/iso-fields.ts';

const ACTION = 'EXCEPTION_MATCH';

/** The debit or payout that an operator has matched with an exception, and the reason. */
const matchShape = objectOf(MATCH_FIELDS);
type Match = z.infer<typeof matchShape>;

async function partsOf(tx: Tx, id: string, { reference, reason }: Match): Promise<SnapshotPart[]> {
  const { words, state, suspense } = await readException(tx, id);
  return textParts('Exception', [
    ['reference', 'Debit or payout', plainReference(reference)],
    ['words', 'What came in', words],
    ['suspense', 'In suspense', suspense === null ? '' : showMoney(Math.abs(suspense))],
    ['exception', 'Exception', state === 'OPEN' ? 'Open' : 'Closed'],
    ['reason', 'Reason', reason],
  ]);
}

/** Asks a second operator whether an exception is about an item; refuses what {@link matchByHand} refuses. */
export async function askForMatch(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  match: Match,
  { readOperator, actor, maker }: { readOperator: ReadOperator; actor: Actor; maker: RequestMaker },
): Promise<string> {
  await tryOut(tx, () => matchByHand(ctx, tx, id, { ...match, actor, readOperator }));
  await holdNamed(ctx, tx, id, match.reference);
  return requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    ...maker,
    title: `${plainReference(match.reference)}, named by hand`,
    parts: await partsOf(tx, id, match),
    payload: match,
  });
}

/** Keeps the named debit from being retried until the second operator has decided. */
async function holdNamed(ctx: AppContext, tx: PlatformTx, id: string, reference: string) {
  const { kind, suspense } = await readException(tx, id);
  const item = await newestItem(tx, plainReference(reference));
  if (kind !== 'UNMATCHED' || suspense === null || suspense < 0 || !item?.collection_id) return;
  await holdCollections(ctx, tx, [attemptOf(item)], await businessTime(tx, ctx.clock.now()));
}

export function matchHandler(ctx: AppContext, readOperator: ReadOperator): ApprovalHandler {
  const words = {
    label: 'Money or answer named by hand',
    approval: 'It is taken as what was named: money is booked, an answer counts.',
    rejection: 'Nothing is booked, and the exception stays open.',
  };
  return {
    words,
    action: ACTION,
    rejections: { EVIDENCE: 'It is not shown to be that.', OTHER: 'See the comment.' },
    snapshot: (tx, id, payload) => partsOf(tx, id, matchShape.parse(payload)),
    execute: (tx: PlatformTx, { entityId: id, payload, actor }) =>
      matchByHand(ctx, tx, id, { ...matchShape.parse(payload), actor, readOperator }),
  };
}

/**
 * Applies an exception to the item that an operator has named: an entry in suspense (UNMATCHED), or a status
 * or return whose ids matched no item (UNKNOWN_DEBIT). Refuses EXCEPTION_CLOSED, EXCEPTION_KIND, and at its
 * field a reference that does not fit.
 */
async function matchByHand(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  { reference, reason, actor, readOperator }: Match & { actor: Actor; readOperator: ReadOperator },
): Promise<void> {
  const exception = await lockException(tx, id);
  if (exception.state === 'CLOSED') throw refuse('EXCEPTION_CLOSED');
  const { kind, fileId } = exception;
  if (kind !== 'UNMATCHED' && kind !== 'UNKNOWN_DEBIT') throw refuse('EXCEPTION_KIND');
  const item = await newestItem(tx, plainReference(reference));
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
  const one = { item, amount, code: null };
  const { sum: booked, unposted } = await bookItems(inbound, direction, [one], by);
  if (booked === 0)
    throw refuseField('reference', 'It is not waiting for this money: look at its state');
  if (unposted > 0) await markItems(tx, [item], { named_on: dayOf(inbound.at) });
  const signed = suspense > 0 ? booked : -booked;
  await postSuspense(inbound, {
    sourceId: item.instruction_id,
    amount: signed,
    purpose: direction === 'CREDIT' ? 'MATCHED' : 'MATCHED_DEBIT',
  });
  await updateEntry(tx, entryId, { suspense: suspense - signed });
  return suspense === signed;
}

/** Applies a status or return to an item of ours. Refuses one whose other data do not fit the item. */
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
  if (!refusal) return true;
  const { why } = refusal;
  if (!why.isHeld && !why.isApplied) throw refuseField('reference', why.words);
  // The debit stays on hold or is returned, and the new exception tells a person to ask the bank.
  const { ctx, tx, fileId, at } = inbound;
  const reference = item.end_to_end_id;
  await insertException(ctx, tx, { ...why, fileId, item: position, reference, at });
  return true;
}

/** The status or return at a place of a file, read from the file as it is kept. */
async function readAnswer({ ctx, tx, sender, fileId }: InboundContext, position: number) {
  const bytes = await readContent(tx, ctx.keys, fileId);
  const parsed = bytes && (await parseFile(bytes, sender));
  const part =
    parsed && 'items' in parsed ? parsed.items[parsed.places.indexOf(position)] : undefined;
  if (part?.kind !== 'STATUS' && part?.kind !== 'RETURN') throw refuse('EXCEPTION_KIND');
  return part;
}

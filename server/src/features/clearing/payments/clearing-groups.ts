import { failureReasonOfCode } from '@tegeka/contract/debits/failure-reasons.ts';
import {
  refuseAttempts,
  takeStatuses as takeDebitStatuses,
} from '#features/debits/outcomes/debits-answers.ts';
import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';
import { takePayoutStatus } from '#features/payouts/payouts-answers.ts';
import {
  acknowledgeFile,
  attemptOf,
  lockItems,
  lockUnanswered,
  markItems,
  type SentItem,
} from './clearing-items.ts';
import { closeAnswered, insertException } from '../clearing-exceptions.ts';
import { type InboundItem, isTechnical } from '../clearing-parser.ts';
import { moveFile } from '../clearing-store.ts';
import { findSentById } from '../clearing-files.ts';
import type { ProcessedItems, InboundContext } from '../clearing-inbound.ts';
import { meaningOf } from './clearing-meanings.ts';
import { wireId } from '../iso/iso-fields.ts';
import { PACS_028 } from '../iso/iso-answers.ts';
import { PAIN_001 } from '../iso/iso-transfers.ts';

type GroupStatus = Extract<InboundItem, { kind: 'GROUP_STATUS' }>;

/** The status of a file of which some items were accepted and others rejected: each has its own status. */
const PARTLY_ACCEPTED = 'PART';

/** The code only says that the item or file came before, not what became of it. */
export const isDuplicate = (code: string | null) => failureReasonOfCode(code) === 'DUPLICATE';

const BATCH_SIZE = 500;

/** A reason as its sender gives it: code and text. */
export const reasonOf = ({
  reasonCode,
  text,
}: {
  reasonCode: string | null;
  text: string | null;
}) =>
  [reasonCode, text]
    .filter((one) => one !== null)
    .join(': ')
    .slice(0, 200) || 'no reason is given';

/** An outbound file that is answered as a whole. */
type OwnFile = NonNullable<Awaited<ReturnType<typeof findSentById>>>;

/** Stores the answer on the items of a file. Items with a refusal stay as they are and get an exception. */
async function recordAnswer(
  { ctx, tx, at }: InboundContext,
  { id: fileId }: OwnFile,
  items: readonly SentItem[],
  refusals: readonly (Rejection | null)[],
  set: Parameters<typeof markItems>[2],
): Promise<void> {
  const taken = items.filter((_, n) => !refusals[n]);
  await closeAnswered(tx, taken, { status: set.status, at });
  await markItems(tx, taken, set);
  for (const [n, { position: item, end_to_end_id: reference }] of items.entries()) {
    const why = refusals[n];
    if (why) await insertException(ctx, tx, { ...why, fileId, item, reference, at });
  }
}

/**
 * Why a debit can not be rejected; null where it can. Where the settlement bank has booked the return and not
 * yet the debit, the debit would never be booked after a rejection, and the return would stay unexplained.
 */
export function whyNotRefused(item: SentItem): Rejection | null {
  const { end_to_end_id: reference, settled_by: settledBy, returned_by: returnedBy } = item;
  if (returnedBy === null || settledBy !== null) return null;
  const explanation = `${reference} was rejected, and the settlement bank has booked a return of it (${returnedBy}). Nothing was changed. Ask the bank to take that booking back, or to book the debit.`;
  return { kind: 'CONTRADICTION', explanation };
}

/** Applies a bank's answer to a payout. Returns a refusal with `words` where it contradicts the state. */
export async function answerPayout(
  { ctx, tx, at }: InboundContext,
  { payout_id: id, settled_by: bookedBy }: SentItem,
  answer: Parameters<typeof takePayoutStatus>[3],
  explanation: string,
): Promise<Rejection | null> {
  const isRefused = answer.status === 'REJECTED';
  const canBe = id !== null && !(isRefused && bookedBy !== null);
  const result = canBe ? await takePayoutStatus(ctx, tx, id, answer, at) : 'CONTRADICTION';
  return result === 'CONTRADICTION' ? { kind: result, explanation } : null;
}

/** Rejects debits and payouts of a file. Returns for each item null, or why it needs a person. */
async function refuseItems(
  inbound: InboundContext,
  part: GroupStatus,
  items: readonly SentItem[],
  technical: boolean,
): Promise<(Rejection | null)[]> {
  const { ctx, tx, at, sender } = inbound;
  const { reasonCode: code, text } = part;
  const debits = items.filter((item) => item.debit_id !== null && !whyNotRefused(item));
  const ofDebits =
    debits.length === 0
      ? []
      : await refuseAttempts(ctx, tx, debits.map(attemptOf), { code, text, technical }, at);
  const refusals: (Rejection | null)[] = [];
  for (const item of items) {
    const { payout_id: id, end_to_end_id: reference } = item;
    if (id === null) {
      refusals.push(whyNotRefused(item) ?? ofDebits[debits.indexOf(item)] ?? null);
      continue;
    }
    const answer = { status: 'REJECTED', of: 'FILE', code, reason: reasonOf(part) } as const;
    const explanation = `${sender.name} has refused the file of the payout ${reference}, which can not be after what was known. Nothing was changed. Find out with ${sender.nameInSentence} whether it was paid.`;
    refusals.push(await answerPayout(inbound, item, answer, explanation));
  }
  return refusals;
}

function nextOf({ message }: OwnFile, technical: boolean): string {
  if (message === PAIN_001)
    return 'Its payouts are rejected: the money is back with the businesses.';
  if (message === PACS_028)
    return 'What it asks about is asked again, until two operators have to find it out.';
  return technical
    ? 'Its debits go out with the next session, once.'
    : 'Its debits have failed with this reason.';
}

const isSettled = (
  { name, nameInSentence }: InboundContext['sender'],
  part: GroupStatus,
): Rejection => ({
  kind: 'CONTRADICTION',
  explanation: `${name} has refused a whole file of ours whose items were all answered and whose money was booked: ${reasonOf(part)}. Nothing was changed. Ask ${nameInSentence} which answer counts.`,
});

/** Rejects an outbound file and its next items: `done` is 0 until a call finds no item left. */
async function refuseFile(
  inbound: InboundContext,
  part: GroupStatus,
  file: OwnFile,
): Promise<ProcessedItems> {
  const { ctx, tx, at, sender } = inbound;
  const code = part.reasonCode;
  if (isDuplicate(code)) {
    const explanation = `${sender.name} has got a file of ours twice: ${reasonOf(part)}. The first one counts: its items wait for their answers. Make sure with ${sender.nameInSentence} that it has the first one.`;
    return {
      done: 1,
      refused: [{ n: 0, reference: null, why: { kind: 'GROUP_REJECTED', explanation } }],
    };
  }
  const technical = isTechnical(code);
  const items = await lockUnanswered(tx, file.id, ['SENT'], BATCH_SIZE);
  const refusals = await refuseItems(inbound, part, items, technical);
  await recordAnswer(inbound, file, items, refusals, { status: 'REJECTED' });
  const done = items.length > 0 ? 0 : 1;
  if (file.state === 'REJECTED') return { done, refused: [] };
  if (file.state === 'RECONCILED') {
    const [settled] = await lockItems(tx, file.id, ['SETTLED'], 1);
    return {
      done,
      refused: settled ? [{ n: 0, reference: null, why: isSettled(sender, part) }] : [],
    };
  }
  await moveFile(tx, { id: file.id, to: 'REJECTED', reason: reasonOf(part), at });
  ctx.log.error({ file: file.id, reason: code }, 'a file of ours was refused as a whole');
  const [answered] = await lockItems(tx, file.id, ['ACCEPTED', 'SETTLED'], 1);
  const left = answered ?? refusals.find((why) => why !== null);
  const explanation = `${sender.name} has refused a whole file of ours: ${reasonOf(part)}. ${nextOf(file, technical)}${left ? ' Some of its items were answered before: they stay as they are.' : ''} Find out with ${sender.nameInSentence} what was wrong.`;
  const why = { kind: 'GROUP_REJECTED', explanation } as const;
  return { done, refused: [{ n: 0, reference: null, why }] };
}

/**
 * Accepts the unanswered items of an outbound file. Where the file or each of its items was rejected before,
 * this contradicts it: the answer then also applies to the rejected items, so that none goes out again.
 */
async function acceptFile(inbound: InboundContext, file: OwnFile): Promise<ProcessedItems> {
  const { ctx, tx, at, sender } = inbound;
  const [other] = await lockItems(tx, file.id, ['SENT', 'ACCEPTED', 'SETTLED'], 1);
  const wasRefused = file.state === 'REJECTED' || !other;
  const statuses = wasRefused ? ['SENT', 'REJECTED'] : ['SENT'];
  const items = await lockUnanswered(tx, file.id, statuses, BATCH_SIZE);
  const debits = items.filter((item) => item.debit_id !== null);
  const answers = debits.map((item) => {
    return { ...attemptOf(item), status: 'ACCEPTED', code: null, text: null } as const;
  });
  const ofDebits = answers.length === 0 ? [] : await takeDebitStatuses(ctx, tx, answers, at);
  const refusals: (Rejection | null)[] = [];
  for (const item of items) {
    const { payout_id: id, end_to_end_id: reference } = item;
    const explanation = `${sender.name} has accepted the file of the payout ${reference}, which can not be after what was known. Nothing was changed. Find out with ${sender.nameInSentence} whether it was paid.`;
    refusals.push(
      id === null
        ? (ofDebits[debits.indexOf(item)] ?? null)
        : await answerPayout(inbound, item, { status: 'ACCEPTED' }, explanation),
    );
  }
  await recordAnswer(inbound, file, items, refusals, { status: 'ACCEPTED', accepted_at: at });
  return { done: items.length > 0 ? 0 : 1, refused: [] };
}

/** Processes the answer to a whole file of ours. */
export async function processGroup(
  inbound: InboundContext,
  part: GroupStatus,
): Promise<ProcessedItems> {
  const { tx, sender, at } = inbound;
  const file = await findSentById(tx, wireId(part.originalMessageId));
  if (!file || file.channel !== sender.channel) {
    const explanation = `${sender.name} answers a file that it was not sent. Nothing was changed. Ask which one it means.`;
    return {
      done: 1,
      refused: [{ n: 0, reference: null, why: { kind: 'NOT_ASKED', explanation } }],
    };
  }
  const meaning = part.status === PARTLY_ACCEPTED ? 'IN_PROGRESS' : meaningOf(part.status);
  if (typeof meaning === 'object')
    return { done: 1, refused: [{ n: 0, reference: null, why: meaning }] };
  if (meaning === 'REJECTED') return refuseFile(inbound, part, file);
  if (['READY', 'SENT'].includes(file.state)) await acknowledgeFile(tx, file.id, at);
  return meaning === 'ACCEPTED' ? acceptFile(inbound, file) : { done: 1, refused: [] };
}

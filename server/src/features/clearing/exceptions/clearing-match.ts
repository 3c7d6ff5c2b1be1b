import { MATCH_SHAPE } from '@tegeka/contract/clearing/exception-actions.ts';
import { outcomesOf } from '@tegeka/contract/clearing/exception-outcomes.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { plainReference } from '@tegeka/contract/kit/reference.ts';
import type * as z from 'zod/mini';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import { requestApproval, type RequestMaker } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { holdDebits } from '#features/debits/outcomes/debits-money.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse, refuseField, tryOut } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import { readException } from './clearing-exception-detail.ts';
import { itemsOfEntry, matchEntry, matchFile } from './clearing-money-match.ts';
import { closeException, insertException, lockException } from '../clearing-exceptions.ts';
import { readContent, readFile } from '../clearing-files.ts';
import { attemptOf, newestItem, type SentItem } from '../payments/clearing-items.ts';
import { readParty } from '../clearing-parties.ts';
import { parseFile } from '../clearing-parser.ts';
import { findSentById } from '../clearing-files.ts';
import { takeStatuses } from '../payments/clearing-statuses.ts';
import type { ReadOperator, InboundContext } from '../clearing-inbound.ts';
import { wireId } from '../iso/iso-fields.ts';

const ACTION = 'EXCEPTION_MATCH';

/** The debit, payout or file that an operator has matched with an exception, and the reason. */
const matchShape = MATCH_SHAPE;
type Match = z.infer<typeof matchShape>;

/** What an operator has named, for people. */
async function nameOf(tx: Tx, { reference, fileId }: Match): Promise<string> {
  if (fileId === undefined) return plainReference(reference ?? '');
  const { items, total, messageId, name } = await readFile(tx, fileId);
  return `File ${messageId ?? name}: ${items ?? 0} items, ${showMoney(total ?? 0)}`;
}

async function partsOf(tx: Tx, id: string, match: Match): Promise<SnapshotPart[]> {
  const { explanation, state, suspense } = await readException(tx, id);
  const { reason, bankFee } = match;
  return textParts('Exception', [
    ['reference', 'Debit, payout or file', await nameOf(tx, match)],
    ['explanation', 'What came in', explanation],
    ['suspense', 'In suspense', suspense === null ? '' : showMoney(Math.abs(suspense))],
    ...(bankFee
      ? [['bankFee', 'Bank fee, borne by the platform', showMoney(bankFee)] as const]
      : []),
    ['exception', 'Exception', state === 'OPEN' ? 'Open' : 'Closed'],
    ['reason', 'Reason', reason],
  ]);
}

/** Asks a second operator whether an exception is about what is named; refuses what {@link matchManually} refuses. */
export async function requestMatch(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  match: Match,
  { readOperator, actor, maker }: { readOperator: ReadOperator; actor: Actor; maker: RequestMaker },
): Promise<string> {
  await tryOut(tx, () => matchManually(ctx, tx, id, { ...match, actor, readOperator }));
  await holdNamed(ctx, tx, id, match);
  return requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    ...maker,
    title: `${await nameOf(tx, match)}, named manually`,
    parts: await partsOf(tx, id, match),
    payload: match,
  });
}

/** Keeps the named debits from being retried until the second operator has decided. */
async function holdNamed(ctx: AppContext, tx: PlatformTx, id: string, match: Match) {
  const { kind, suspense, reference: entryId } = await readException(tx, id);
  if (kind !== 'UNMATCHED' || suspense === null || suspense < 0 || entryId === null) return;
  const at = await businessTime(tx, ctx.clock.now());
  const { reference = '', fileId, bankFee } = match;
  const items =
    fileId === undefined
      ? [await newestItem(tx, plainReference(reference))]
      : await itemsOfEntry({ tx, at }, entryId, { fileId, bankFee: bankFee ?? 0 });
  const debits = items.flatMap((item) => (item?.debit_id ? [attemptOf(item)] : []));
  if (debits.length > 0) await holdDebits(ctx, tx, debits, at);
}

export function matchHandler(ctx: AppContext, readOperator: ReadOperator): ApprovalHandler {
  const texts = {
    label: 'Money or answer named manually',
    approval: 'It is taken as what was named: money is booked, an answer counts.',
    rejection: 'Nothing is booked, and the exception stays open.',
  };
  return {
    texts,
    action: ACTION,
    rejections: { EVIDENCE: 'It is not shown to be that.', OTHER: 'See the comment.' },
    snapshot: (tx, id, payload) => partsOf(tx, id, matchShape.parse(payload)),
    execute: (tx: PlatformTx, { entityId: id, payload, actor }) =>
      matchManually(ctx, tx, id, { ...matchShape.parse(payload), actor, readOperator }),
  };
}

/**
 * Applies an exception to what an operator has named: an entry in suspense (UNMATCHED) to an item or to all items
 * of a file, or a status or return whose ids matched no item (UNKNOWN_DEBIT) to an item. Refuses EXCEPTION_CLOSED, EXCEPTION_KIND, and at its
 * field a reference that does not fit.
 */
async function matchManually(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  {
    reference,
    fileId: named,
    bankFee,
    reason,
    actor,
    readOperator,
  }: Match & { actor: Actor; readOperator: ReadOperator },
): Promise<void> {
  if ((reference === undefined) === (named === undefined))
    throw refuseField('reference', 'Name a debit or a payout, or else a whole file');
  const exception = await lockException(tx, id);
  if (exception.state === 'CLOSED') throw refuse('EXCEPTION_CLOSED');
  const { kind, fileId } = exception;
  if (!outcomesOf(await readException(tx, id)).includes('MATCHED')) throw refuse('EXCEPTION_KIND');
  const isEntry = kind === 'UNMATCHED';
  if (!isEntry && named !== undefined) throw refuse('EXCEPTION_KIND');
  if (!isEntry && bankFee) throw refuseField('bankFee', 'No money is in suspense');
  const item = named === undefined ? await newestItem(tx, plainReference(reference ?? '')) : null;
  if (!item && named === undefined)
    throw refuseField('reference', 'Nothing went out under this reference');
  const now = ctx.clock.now();
  const at = await businessTime(tx, now);
  const { channel } = await readFile(tx, fileId);
  const sender = await readParty(ctx, tx, channel);
  const inbound = { ctx, tx, sender, fileId, readOperator, now, at };
  const match = (): Promise<boolean> => {
    if (!isEntry && item !== null) return matchAnswer(inbound, exception.item, item);
    const entryId = exception.reference;
    if (entryId === null) throw refuse('EXCEPTION_KIND');
    const fee = bankFee ?? 0;
    return item === null
      ? matchFile(inbound, { id, entryId }, { fileId: named ?? '', bankFee: fee })
      : matchEntry(inbound, entryId, { item, bankFee: fee });
  };
  const isDone = await match();
  if (isDone) await closeException(tx, id, { outcome: 'MATCHED', actor, reason, at });
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
  if (!why.isRetryBlocked && !why.isApplied) throw refuseField('reference', why.explanation);
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

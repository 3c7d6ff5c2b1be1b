import type { ExceptionKind } from '@tegeka/contract/clearing/exceptions.ts';
import {
  acceptMandate,
  cancelByBank,
  cancelSuccessor,
  lockByReference,
  rejectMandate,
} from '#features/mandates/mandates-answers.ts';
import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';
import { hasEnded, type MandateRow } from '#features/mandates/mandates-store.ts';
import type { Actor } from '#platform/state/transition.ts';
import type { Party } from './clearing-parties.ts';
import type { InboundItem } from './clearing-parser.ts';
import { BY_CREDITOR } from './clearing-requests.ts';
import { moveFile } from './clearing-store.ts';
import { findSent, findSentById } from './clearing-files.ts';
import type { ProcessedItems, InboundContext } from './clearing-inbound.ts';
import { wireId } from './iso/iso-fields.ts';
import {
  type MandateAcceptance,
  type MandateCancellation,
  PAIN_009,
  PAIN_011,
} from './iso/iso-mandates.ts';

const refused = (kind: ExceptionKind, explanation: string): Rejection => ({ kind, explanation });

/** Reasons of banks (ISO 20022, ExternalMandateReason) as the business reads them. */
const REASONS: Readonly<Record<string, string>> = {
  AC01: 'The bank has no such account',
  AC04: 'The account is closed',
  AC06: 'The account is blocked',
  AG01: 'The account does not allow direct debits',
  AM02: 'The amount is higher than the bank allows',
  BE01: 'The name does not belong to the account',
  BE06: 'The bank does not know the account holder',
  MD07: 'The account holder has died',
  MD08: 'The bank does not take mandates',
  MD09: 'The account does not allow direct debits',
  MD16: 'The account holder has asked for it',
  MD17: 'The creditor has asked for it',
  MD20: 'The mandate has expired',
  MD21: 'Fraud is suspected',
  MS02: 'The account holder gave no reason',
  MS03: 'The bank gave no reason',
};

/** A reason with its code, `The account is closed (AC04)`. */
function reasonText(code: string | null): string {
  if (code === null) return 'The bank gave no reason';
  const explanation = REASONS[code.toUpperCase()];
  return explanation === undefined
    ? `The bank gave the reason ${code.slice(0, 35)}`
    : `${explanation} (${code})`;
}

const actorOf = ({ bankId: id, name }: Party): Actor => ({ kind: 'BANK', id, name });

/** Returns the mandate that an item names, locked, or why the item is refused. */
async function findMandate(
  { tx, sender }: InboundContext,
  reference: string,
): Promise<MandateRow | Rejection> {
  const row = await lockByReference(tx, reference);
  if (!row)
    return refused(
      'UNKNOWN_MANDATE',
      'There is no mandate of this reference. Nothing was changed. Ask the bank which mandate it means.',
    );
  if (row.bank_id !== sender.bankId)
    return refused(
      'OTHER_BANK',
      `The mandate belongs to a payer of ${row.bank_name ?? 'no bank yet'}, not of ${sender.name}. Nothing was changed. Ask ${sender.nameInSentence} why it speaks of it.`,
    );
  return row;
}

/** What the exception says of a mandate that no longer waits for its bank. */
function tooLate({ state, reference }: MandateRow, accepted: boolean): Rejection {
  const decision = accepted ? 'accepted' : 'rejected';
  if (state === 'EXPIRED')
    return refused(
      'LATE',
      `The bank has ${decision} ${reference} after its deadline: the mandate had expired. Nothing was changed.${accepted ? ' The bank was told that it is cancelled; the business can ask the payer again.' : ''}`,
    );
  return refused(
    'ENDED',
    `The bank has ${decision} ${reference}, which had ended already (${state}). Nothing was changed.${accepted ? ' Make sure that the bank has taken our cancellation.' : ''}`,
  );
}

const ANSWERS = { ACKED: 'accepted', REJECTED: 'rejected' } as const;
const answerOf = (accepted: boolean) => (accepted ? 'ACKED' : 'REJECTED');
const isAnswered = ({ state }: { state: string }) => state in ANSWERS;

async function takeAnswer(
  inbound: InboundContext,
  row: MandateRow,
  { accepted, reasonCode, originalMessageId }: MandateAcceptance,
): Promise<Rejection | null> {
  const { ctx, tx, sender, now, at } = inbound;
  const asked = await findSent(tx, row.id, PAIN_009);
  if (!asked)
    return refused(
      'NOT_ASKED',
      `${sender.name} was not asked about ${row.reference} by a message. Nothing was changed. Ask the bank what it answers.`,
    );
  if (originalMessageId !== null && originalMessageId !== asked.id)
    return refused(
      'NOT_ASKED',
      `The bank answers a message about ${row.reference} that it was not sent. Nothing was changed. Ask the bank what it answers.`,
    );
  const to = answerOf(accepted);
  if (asked.state === to) return null;
  if (isAnswered(asked))
    return refused(
      'CONTRADICTION',
      `The bank has ${ANSWERS[answerOf(!accepted)]} ${row.reference} before and now says ${ANSWERS[to]}. The first answer stands. Ask the bank which one it means; it ends a mandate by a cancellation.`,
    );
  await moveFile(tx, { id: asked.id, to, reason: null, at });
  if (row.state !== 'PENDING_APPROVAL') return tooLate(row, accepted);
  const by = { actor: actorOf(sender), now };
  if (accepted) await acceptMandate(ctx, tx, row, { ...by, reason: null });
  else await rejectMandate(ctx, tx, row, { ...by, reason: reasonText(reasonCode) });
  return null;
}

async function takeCancelled(
  { tx, at }: InboundContext,
  sent: { id: string; state: string },
  { accepted, reasonCode, reference }: MandateAcceptance,
): Promise<Rejection | null> {
  if (isAnswered(sent)) return null;
  await moveFile(tx, { id: sent.id, to: answerOf(accepted), reason: null, at });
  if (accepted) return null;
  return refused(
    'CANCELLATION_REFUSED',
    `The bank does not accept that ${reference} is cancelled: ${reasonText(reasonCode)}. Here it has ended, and nothing is collected. Settle it with the bank.`,
  );
}

async function takeAcceptance(
  inbound: InboundContext,
  item: MandateAcceptance,
): Promise<Rejection | null> {
  const row = await findMandate(inbound, item.reference);
  if ('explanation' in row) return row;
  const original = item.originalMessageId;
  const sent = original === null ? null : await findSentById(inbound.tx, wireId(original));
  const isCancellation = sent?.message === PAIN_011 && sent.mandate_id === row.id;
  return isCancellation ? takeCancelled(inbound, sent, item) : takeAnswer(inbound, row, item);
}

const KNOWN_TO_BANK = ['PENDING_APPROVAL', 'REGISTERED', 'ACTIVE', 'PAUSED', 'SUSPENDED'];

async function takeCancellation(
  inbound: InboundContext,
  { reference, reasonCode }: MandateCancellation,
): Promise<Rejection | null> {
  const { ctx, tx, sender, now } = inbound;
  const row = await findMandate(inbound, reference);
  if ('explanation' in row) return row;
  const reason = `Cancelled by the bank. ${reasonText(reasonCode)}`;
  const answer = { actor: actorOf(sender), reason, now };
  if (row.state === 'CANCELLED') return null;
  // With our own reason (MD17) the bank repeats the cancellation that we have sent.
  const wasReplaced = row.state === 'COMPLETED' && reasonCode !== BY_CREDITOR;
  if (wasReplaced && (await cancelSuccessor(ctx, tx, row, answer))) return null;
  if (hasEnded(row))
    return refused(
      'ENDED',
      `The bank cancels ${reference}, which had ended already (${row.state}). Nothing was changed, and nothing is collected by it.`,
    );
  if (!KNOWN_TO_BANK.includes(row.state))
    return refused(
      'NOT_ASKED',
      `${sender.name} cancels ${reference}, to which the payer has not agreed yet. Nothing was changed. Ask the bank what it means.`,
    );
  await cancelByBank(ctx, tx, row, answer);
  return null;
}

/** Takes items of a bank's file in; what is refused has changed no mandate. */
export async function takeMandates(
  inbound: InboundContext,
  items: readonly InboundItem[],
): Promise<ProcessedItems> {
  const refusals: { n: number; reference: string; why: Rejection }[] = [];
  for (const [n, item] of items.entries()) {
    if (item.kind !== 'ACCEPTANCE' && item.kind !== 'CANCELLATION') break;
    const take =
      item.kind === 'ACCEPTANCE' ? takeAcceptance(inbound, item) : takeCancellation(inbound, item);
    const why = await take;
    if (why) refusals.push({ n, reference: item.reference, why });
  }
  return { done: items.length, refused: refusals };
}

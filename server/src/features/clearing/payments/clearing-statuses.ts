import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';
import { takeStatuses as takeDebitStatuses } from '#features/debits/outcomes/debits-answers.ts';
import { showAmount } from '@tegeka/contract/kit/money.ts';
import { returnDebits } from '#features/debits/outcomes/debits-money.ts';
import { attemptOf, dayOf, markItems, type SentItem, updateFileStates } from './clearing-items.ts';
import { closeAnswered } from '../clearing-exceptions.ts';
import { isNamed, otherText, readParties } from '../clearing-parties.ts';
import {
  answerPayout,
  isDuplicate,
  reasonOf,
  processGroup,
  whyNotRefused,
} from './clearing-groups.ts';
import { type Meaning, meaningOf } from './clearing-meanings.ts';
import type { InboundItem } from '../clearing-parser.ts';
import {
  type RejectedItem,
  type ProcessedItems,
  whileKind,
  type InboundContext,
} from '../clearing-inbound.ts';
import { findItems } from './clearing-named.ts';

type Part<K extends InboundItem['kind']> = Extract<InboundItem, { kind: K }>;

const unknownItem = ({ sender }: InboundContext): Rejection => ({
  kind: 'UNKNOWN_DEBIT',
  explanation: `${sender.name} speaks of an item that did not go out like this: its ids name none of ours, or several, or do not fit together. Nothing was changed. Ask ${sender.nameInSentence} which one it means.`,
});

/** What a return takes back of an item itself: the payer's bank may ask for a compensation on top. */
function withoutCompensation({ amount, currency, compensation }: Part<'RETURN'>, item: SentItem) {
  if (compensation === null || compensation.currency !== currency) return amount;
  return amount === Number(item.amount) ? amount : amount - compensation.amount;
}

/** The compensation of a return that was taken: its money is in suspense once it is booked. */
function compensationOf(
  { sender }: InboundContext,
  { part: { compensation }, item }: Known<Part<'RETURN'>>,
): Rejection | null {
  if (compensation === null || compensation.amount === 0) return null;
  const { amount, currency } = compensation;
  const explanation = `${sender.name} has returned ${item.end_to_end_id} and takes ${showAmount(currency, amount)} more as compensation. The debit is taken back with its own amount. The compensation is in suspense once the settlement bank books it. Ask ${sender.nameInSentence} what it is for, and book it manually or have it sent back.`;
  return { kind: 'OTHER_AMOUNT', explanation, isApplied: true };
}

/** Returns for each part the item of ours that it names, or why it is refused. */
async function resolve(
  inbound: InboundContext,
  parts: readonly (Part<'STATUS'> | Part<'RETURN'>)[],
): Promise<(SentItem | Rejection)[]> {
  const { ctx, tx, sender } = inbound;
  const items = await findItems(tx, parts);
  const banks = new Map((await readParties(ctx, tx)).map((party) => [party.bankId, party]));
  return parts.map((part, n) => {
    const { amount, currency, agent } = part;
    const item = items[n];
    if (!item || item.channel !== sender.channel) return unknownItem(inbound);
    const own = part.kind === 'RETURN' ? withoutCompensation(part, item) : amount;
    if (
      (own !== null && own !== Number(item.amount)) ||
      (currency !== null && currency !== item.currency)
    )
      return {
        kind: 'OTHER_AMOUNT',
        explanation: `${sender.name} speaks of ${showAmount(currency ?? item.currency, amount ?? Number(item.amount))}, and ${item.end_to_end_id} went out with ${showAmount(item.currency, Number(item.amount))}. Nothing was changed. Ask ${sender.nameInSentence} which amount it means.`,
      };
    const bank = item.bank_id === null ? null : banks.get(item.bank_id);
    if (agent !== null && !isNamed(sender, agent) && bank && !isNamed(bank, agent))
      return {
        kind: 'OTHER_BANK',
        explanation: `The answer about ${item.end_to_end_id}, which went out to ${bank.bic}, is from ${otherText(agent)}. Nothing was changed. Ask ${sender.nameInSentence} why.`,
      };
    return item;
  });
}

interface Known<P> {
  n: number;
  part: P;
  item: SentItem;
}

/** Splits parts into those that name an item of ours, with that item, and those that are refused. */
async function matchToItems<P extends Part<'STATUS'> | Part<'RETURN'>>(
  inbound: InboundContext,
  parts: readonly P[],
) {
  const found = await resolve(inbound, parts);
  const known: Known<P>[] = [];
  const refused: RejectedItem[] = [];
  for (const [n, part] of parts.entries()) {
    const item = found[n];
    if (!item) continue;
    if ('explanation' in item) refused.push({ n, reference: part.endToEndId, why: item });
    else known.push({ n, part, item });
  }
  return { known, refused };
}

/** A known status of an item of ours. */
interface Answer extends Known<Part<'STATUS'>> {
  meaning: Meaning;
}

/** A payout is REJECTED by its status; everything else waits for the statement. */
function applyToPayout(
  inbound: InboundContext,
  { meaning, part, item }: Answer,
): Promise<Rejection | null> {
  if (meaning === 'IN_PROGRESS' || isDuplicate(part.reasonCode)) return Promise.resolve(null);
  const answer =
    meaning === 'ACCEPTED'
      ? ({ status: meaning } as const)
      : ({ status: meaning, of: 'ITEM', code: part.reasonCode, reason: reasonOf(part) } as const);
  const explanation = `The bank says ${part.status} of the payout ${item.end_to_end_id}, which can not be after what was known. Nothing was changed. Ask the bank.`;
  return answerPayout(inbound, item, answer, explanation);
}

/** Applies answers to debits and payouts. Returns for each null, or why it needs a person. */
async function applyAnswers(
  inbound: InboundContext,
  answers: readonly Answer[],
): Promise<(Rejection | null)[]> {
  const { ctx, tx, at } = inbound;
  const whyNot = ({ meaning, part, item }: Answer) =>
    meaning === 'REJECTED' && !isDuplicate(part.reasonCode) ? whyNotRefused(item) : null;
  const debits = answers.filter((one) => one.item.debit_id !== null && !whyNot(one));
  const statuses = debits.map(({ part, item, meaning }) => ({
    ...attemptOf(item),
    status: meaning,
    code: part.reasonCode,
    text: part.text,
  }));
  const ofDebits = statuses.length === 0 ? [] : await takeDebitStatuses(ctx, tx, statuses, at);
  const refusals = new Map(debits.map((one, n) => [one, ofDebits[n] ?? null]));
  for (const one of answers) {
    if (one.item.payout_id !== null) refusals.set(one, await applyToPayout(inbound, one));
  }
  return answers.map((one) => refusals.get(one) ?? whyNot(one));
}

/** Stores final statuses on items. A duplicate is not final: it only says that the item came before. */
async function recordAnswers(
  { tx, at }: InboundContext,
  answers: readonly Answer[],
): Promise<void> {
  const final = answers.filter(
    ({ part, meaning }) => meaning !== 'IN_PROGRESS' && !isDuplicate(part.reasonCode),
  );
  const itemsOf = (meaning: Meaning, from: readonly string[]) =>
    final
      .filter((one) => one.meaning === meaning && from.includes(one.item.status))
      .map(({ item }) => item);
  for (const status of ['ACCEPTED', 'REJECTED'] as const) {
    const own = final.filter(({ meaning }) => meaning === status).map(({ item }) => item);
    await closeAnswered(tx, own, { status, at });
  }
  await markItems(tx, itemsOf('ACCEPTED', ['SENT', 'REJECTED']), {
    status: 'ACCEPTED',
    accepted_at: at,
  });
  await markItems(tx, itemsOf('REJECTED', ['SENT', 'ACCEPTED']), { status: 'REJECTED' });
}

async function takeItemStatuses(
  inbound: InboundContext,
  parts: readonly Part<'STATUS'>[],
): Promise<ProcessedItems> {
  const { known, refused } = await matchToItems(inbound, parts);
  const refuse = ({ n, part }: Known<Part<'STATUS'>>, why: Rejection) =>
    refused.push({ n, reference: part.endToEndId, why });
  const answers: Answer[] = [];
  for (const one of known) {
    const meaning = meaningOf(one.part.status);
    if (typeof meaning === 'object') refuse(one, meaning);
    else answers.push({ ...one, meaning });
  }
  const taken: Answer[] = [];
  for (const [n, why] of (await applyAnswers(inbound, answers)).entries()) {
    const one = answers[n];
    if (one && why) refuse(one, why);
    else if (one) taken.push(one);
  }
  await recordAnswers(inbound, taken);
  const fileIds = answers.map(({ item }) => item.file_id);
  await updateFileStates(inbound.tx, fileIds, inbound.at);
  return { done: parts.length, refused };
}

async function takeReturns(
  inbound: InboundContext,
  parts: readonly Part<'RETURN'>[],
): Promise<ProcessedItems> {
  const { ctx, tx, at } = inbound;
  const { known, refused } = await matchToItems(inbound, parts);
  const back = known.map(({ part, item }) => ({
    ...attemptOf(item),
    code: part.reasonCode,
    text: part.text,
    amount: Number(item.amount),
  }));
  const refusals = back.length === 0 ? [] : await returnDebits(ctx, tx, back, at);
  const taken = known.filter((one, n) => {
    const why = refusals[n];
    const rest = why ?? compensationOf(inbound, one);
    if (rest) refused.push({ n: one.n, reference: one.item.end_to_end_id, why: rest });
    return !why;
  });
  const items = taken.map(({ item }) => item);
  await markItems(tx, items, { returned: true });
  // The returns of these are posted; the others wait for their settlement.
  const settled = items.filter((item) => item.status === 'SETTLED' && !item.returned);
  await markItems(tx, settled, { return_reported_on: dayOf(at) });
  return { done: parts.length, refused };
}

/** Processes the leading statuses or returns: one group status, or all items of the first one's kind. */
export function takeStatuses(
  inbound: InboundContext,
  items: readonly InboundItem[],
): Promise<ProcessedItems> {
  const [first] = items;
  if (first?.kind === 'GROUP_STATUS') return processGroup(inbound, first);
  if (first?.kind === 'RETURN') return takeReturns(inbound, whileKind(items, 'RETURN'));
  return takeItemStatuses(inbound, whileKind(items, 'STATUS'));
}

import { takeStatuses as takeDebitStatuses } from '#features/collections/collections-answers.ts';
import { showAmount } from '@tegeka/contract/kit/money.ts';
import { returnCollections } from '#features/collections/collections-money.ts';
import { takePayoutStatus } from '#features/payouts/payouts-sending.ts';
import {
  attemptOf,
  dayOf,
  findItems,
  markItems,
  type SentItem,
  touchFiles,
} from './clearing-items.ts';
import { closeAnswered } from '../clearing-exceptions.ts';
import { readParties } from '../clearing-parties.ts';
import { isDuplicate, type Meaning, MEANINGS, reasonOf, takeGroup } from './clearing-groups.ts';
import type { InboundItem } from '../clearing-reading.ts';
import {
  type Refused,
  type RefusedItem,
  type TakenItems,
  whileKind,
  type Word,
} from '../clearing-word.ts';

type Part<K extends InboundItem['kind']> = Extract<InboundItem, { kind: K }>;

const unknownItem = ({ sender }: Word): Refused => ({
  kind: 'UNKNOWN_DEBIT',
  words: `${sender.name} speaks of an item that did not go out like this: its ids name none of ours, or several, or do not fit together. Nothing was changed. Ask ${sender.called} which one it means.`,
});

/** What parts speak of: an item of ours, or why none. */
async function resolve(
  word: Word,
  parts: readonly (Part<'STATUS'> | Part<'RETURN'>)[],
): Promise<(SentItem | Refused)[]> {
  const { ctx, tx, sender } = word;
  const items = await findItems(tx, parts);
  const bics = new Map((await readParties(ctx, tx)).map(({ bankId, bic }) => [bankId, bic]));
  return parts.map(({ amount, currency, agent }, n) => {
    const item = items[n];
    if (!item || item.channel !== sender.channel) return unknownItem(word);
    if (
      (amount !== null && amount !== Number(item.amount)) ||
      (currency !== null && currency !== item.currency)
    )
      return {
        kind: 'OTHER_AMOUNT',
        words: `${sender.name} speaks of ${showAmount(currency ?? item.currency, amount ?? Number(item.amount))}, and ${item.end_to_end_id} went out with ${showAmount(item.currency, Number(item.amount))}. Nothing was changed. Ask ${sender.called} which amount it means.`,
      };
    const bank = item.bank_id === null ? null : bics.get(item.bank_id);
    if (agent !== null && agent !== sender.bic && bank && agent !== bank)
      return {
        kind: 'OTHER_BANK',
        words: `${agent} answers for ${item.end_to_end_id}, which went out to ${bank}. Nothing was changed. Ask ${sender.called} why.`,
      };
    return item;
  });
}

interface Known<P> {
  n: number;
  part: P;
  item: SentItem;
}

/** The parts with their items, and those that need a person. */
async function sorted<P extends Part<'STATUS'> | Part<'RETURN'>>(word: Word, parts: readonly P[]) {
  const found = await resolve(word, parts);
  const known: Known<P>[] = [];
  const refused: RefusedItem[] = [];
  for (const [n, part] of parts.entries()) {
    const item = found[n];
    if (!item) continue;
    if ('words' in item) refused.push({ n, reference: part.endToEndId, why: item });
    else known.push({ n, part, item });
  }
  return { known, refused };
}

/** A payout is told apart: REJECTED ends it, everything else waits for the statement. */
async function takePayouts(
  { ctx, tx, at }: Word,
  known: readonly Known<Part<'STATUS'>>[],
): Promise<(Refused | null)[]> {
  const refusals: (Refused | null)[] = [];
  for (const { part, item } of known) {
    const { payout_id: id, end_to_end_id: reference } = item;
    const meaning = MEANINGS[part.status];
    const saysNothing = meaning === 'IN_PROGRESS' || isDuplicate(part.reasonCode);
    if (id === null || meaning === undefined || saysNothing) {
      refusals.push(null);
      continue;
    }
    const reason = reasonOf(part);
    const answer =
      meaning === 'ACCEPTED'
        ? { status: meaning }
        : { status: meaning, code: part.reasonCode, reason };
    const outcome = await takePayoutStatus(ctx, tx, id, answer, at);
    const words = `The bank says ${part.status} of the payout ${reference}, which can not be after what was known. Nothing was changed. Ask the bank.`;
    refusals.push(outcome === 'CONTRADICTION' ? { kind: 'CONTRADICTION', words } : null);
  }
  return refusals;
}

async function takeItemStatuses(word: Word, parts: readonly Part<'STATUS'>[]): Promise<TakenItems> {
  const { ctx, tx, at } = word;
  const { known: all, refused } = await sorted(word, parts);
  const known = all.filter(({ part }) => MEANINGS[part.status] !== undefined);
  for (const { n, part } of all) {
    if (MEANINGS[part.status] !== undefined) continue;
    const words = `The status ${part.status.slice(0, 10)} is not known here. Nothing was changed. Ask what it means.`;
    refused.push({ n, reference: part.endToEndId, why: { kind: 'OTHER_STATUS', words } });
  }
  const debits = known.filter(({ item }) => item.collection_id !== null);
  const payouts = known.filter(({ item }) => item.payout_id !== null);
  const answers = debits.map(({ part, item }) => ({
    ...attemptOf(item),
    status: MEANINGS[part.status] ?? 'IN_PROGRESS',
    code: part.reasonCode,
    text: part.text,
  }));
  const ofDebits = answers.length === 0 ? [] : await takeDebitStatuses(ctx, tx, answers, at);
  const ofPayouts = await takePayouts(word, payouts);
  const taken: Known<Part<'STATUS'>>[] = [];
  for (const [n, one] of [...debits, ...payouts].entries()) {
    const why = [...ofDebits, ...ofPayouts][n];
    if (why) refused.push({ n: one.n, reference: one.part.endToEndId, why });
    else taken.push(one);
  }
  const meaning = (status: Meaning, from: readonly string[]) =>
    taken
      .filter(({ part, item }) => MEANINGS[part.status] === status && from.includes(item.status))
      .filter(({ part }) => !isDuplicate(part.reasonCode))
      .map(({ item }) => item);
  const answered = ({ part }: Known<Part<'STATUS'>>) =>
    MEANINGS[part.status] !== 'IN_PROGRESS' && !isDuplicate(part.reasonCode);
  await closeAnswered(
    tx,
    taken.filter(answered).map(({ item }) => item),
    at,
  );
  await markItems(tx, meaning('ACCEPTED', ['SENT']), { status: 'ACCEPTED', accepted_at: at });
  await markItems(tx, meaning('REJECTED', ['SENT', 'ACCEPTED']), { status: 'REJECTED' });
  await touchFiles(
    tx,
    known.map(({ item }) => item.file_id),
    at,
  );
  return { done: parts.length, refused };
}

async function takeReturns(word: Word, parts: readonly Part<'RETURN'>[]): Promise<TakenItems> {
  const { ctx, tx, at } = word;
  const { known, refused } = await sorted(word, parts);
  const back = known.map(({ part, item }) => ({
    ...attemptOf(item),
    code: part.reasonCode,
    text: part.text,
    amount: part.amount,
  }));
  const refusals = back.length === 0 ? [] : await returnCollections(ctx, tx, back, at);
  const taken = known.filter((one, n) => {
    const why = refusals[n];
    if (why) refused.push({ n: one.n, reference: one.part.endToEndId, why });
    return !why;
  });
  const items = taken.map(({ item }) => item);
  await markItems(tx, items, { returned: true });
  // The ledger has taken these back; the others wait for their settlement.
  const settled = items.filter((item) => item.status === 'SETTLED' && !item.returned);
  await markItems(tx, settled, { told_back_on: dayOf(at) });
  return { done: parts.length, refused };
}

/** Takes statuses and returns in: those of one kind that come first. */
export function takeStatuses(word: Word, items: readonly InboundItem[]): Promise<TakenItems> {
  const [first] = items;
  if (first?.kind === 'GROUP_STATUS') return takeGroup(word, first);
  if (first?.kind === 'RETURN') return takeReturns(word, whileKind(items, 'RETURN'));
  return takeItemStatuses(word, whileKind(items, 'STATUS'));
}

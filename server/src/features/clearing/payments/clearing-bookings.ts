import { CURRENCY, showAmount } from '@tegeka/contract/kit/money.ts';
import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';
import { returnDebits, settleDebits } from '#features/debits/outcomes/debits-money.ts';
import { bookPayout, bouncePayout, type PayoutResult } from '#features/payouts/payouts-answers.ts';
import { type Booked, bookedBy, type Entry, lockNamed, nextEntries } from './clearing-booked.ts';
import { batchOf } from './clearing-batches.ts';
import { closeAnswered } from '../clearing-exceptions.ts';
import { updateEntry } from './clearing-entries.ts';
import { findItems } from './clearing-named.ts';
import { storeEntry, takeBack, whyLeftOut } from './clearing-references.ts';
import { signedAmount } from './clearing-repeats.ts';
import { attemptOf, dayOf, markItems, updateFileStates } from './clearing-items.ts';
import type { InboundItem } from '../clearing-parser.ts';
import { postSuspense } from './clearing-suspense.ts';
import type { RejectedItem, ProcessedItems, InboundContext } from '../clearing-inbound.ts';

/** Applies a booking to items. Returns for each null, why not, or KNOWN where it is posted already. */
type Take = (
  inbound: InboundContext,
  booked: readonly Booked[],
  by: BookedBy,
) => Promise<(Rejection | 'KNOWN' | null)[]>;

/** The entry that books items, and whether an operator has named them. */
interface BookedBy {
  entryId: string;
  manual: boolean;
}

const takeSettledDebits: Take = ({ ctx, tx, at }, booked, { entryId, manual }) =>
  settleDebits(
    ctx,
    tx,
    booked.map(({ item }) => attemptOf(item)),
    { entryId, manual, at },
  );

const takeReturnedDebits: Take = async ({ ctx, tx, at }, booked) => {
  const unknown = booked.filter(({ item }) => !item.returned);
  const back = unknown.map(({ item, amount, code }) => ({
    ...attemptOf(item),
    code,
    text: null,
    amount,
  }));
  const refusals = back.length === 0 ? [] : await returnDebits(ctx, tx, back, at);
  return booked.map((one) => refusals[unknown.indexOf(one)] ?? null);
};

const ofPayouts =
  (
    take: (inbound: InboundContext, payoutId: string, booked: Booked) => Promise<PayoutResult>,
    explanation: string,
  ): Take =>
  async (inbound, booked) => {
    const refusals: (Rejection | 'KNOWN' | null)[] = [];
    for (const one of booked) {
      const id = one.item.payout_id;
      const outcome = id === null ? 'CONTRADICTION' : await take(inbound, id, one);
      if (outcome === 'CONTRADICTION') refusals.push({ kind: outcome, explanation });
      else refusals.push(outcome === 'REPEATED' ? 'KNOWN' : null);
    }
    return refusals;
  };

// PAID without a booked entry: two operators have settled the payout, so it is posted already (KNOWN).
const payPayouts = ofPayouts(
  ({ tx, at }, id) => bookPayout(tx, id, at),
  'A payout is booked that did not go',
);
const bouncePayouts = ofPayouts(
  ({ ctx, tx, at }, id, { code }) =>
    bouncePayout(ctx, tx, id, { code, reason: 'The bank of the business has sent it back', at }),
  'A payout comes back that did not go',
);

/** The kinds of booking: which items each applies to, what it does, and what it sets on them. */
const EVENTS = [
  {
    direction: 'CREDIT',
    of: ({ item }: Booked) => item.debit_id !== null && item.settled_by === null,
    take: takeSettledDebits,
    change: (entryId: string) => ({ status: 'SETTLED', settled_by: entryId }) as const,
  },
  {
    direction: 'CREDIT',
    of: ({ item }: Booked) => item.payout_id !== null && item.settled_by !== null && !item.returned,
    take: bouncePayouts,
    change: (entryId: string) => ({ returned: true, returned_by: entryId }) as const,
  },
  {
    direction: 'DEBIT',
    of: ({ item }: Booked) => item.debit_id !== null && item.returned_by === null,
    take: takeReturnedDebits,
    change: (entryId: string) => ({ returned: true, returned_by: entryId }) as const,
  },
  {
    direction: 'DEBIT',
    of: ({ item }: Booked) => item.payout_id !== null && item.settled_by === null,
    take: payPayouts,
    change: (entryId: string) => ({ status: 'SETTLED', settled_by: entryId }) as const,
  },
] as const;

const sumOf = (booked: readonly Booked[]) =>
  booked.reduce((total, { amount }) => total + amount, 0);

/**
 * Books items as settlements, returns, payouts or bounced payouts. Returns their sum, and how much of it is
 * not posted now: payouts that operators have settled and returns that were reported before are posted
 * already, and returns of debits that have not settled are posted with their settlement.
 */
export async function bookItems(
  inbound: InboundContext,
  direction: Entry['direction'],
  booked: readonly Booked[],
  by: BookedBy,
): Promise<{ sum: number; unposted: number; refused: string[] }> {
  let sum = 0;
  let unposted = 0;
  const refused: string[] = [];
  for (const event of EVENTS) {
    if (event.direction !== direction) continue;
    const own = booked.filter(event.of);
    if (own.length === 0) continue;
    const refusals = await event.take(inbound, own, by);
    refused.push(...refusals.flatMap((one) => (one && one !== 'KNOWN' ? [one.explanation] : [])));
    const taken = own.filter((_, n) => !refusals[n] || refusals[n] === 'KNOWN');
    const items = taken.map(({ item }) => item);
    await markItems(inbound.tx, items, event.change(by.entryId));
    // For accepted debits this was done when they were accepted.
    const unanswered = items.filter(
      ({ status, payout_id: payoutId }) => status !== 'ACCEPTED' || payoutId !== null,
    );
    await closeAnswered(inbound.tx, unanswered, { status: 'SETTLED', at: inbound.at });
    await updateFileStates(
      inbound.tx,
      items.map((item) => item.file_id),
      inbound.at,
    );
    sum += sumOf(taken);
    unposted += sumOf(own.filter((_, n) => refusals[n] === 'KNOWN'));
    if (event.take === takeReturnedDebits)
      unposted += sumOf(taken.filter(({ item }) => item.returned || item.settled_by === null));
    // Returns that came before the settlement: both are posted now.
    const early = event.take === takeSettledDebits ? items.filter((item) => item.returned) : [];
    await markItems(inbound.tx, early, { return_reported_on: dayOf(inbound.at) });
  }
  return { sum, unposted, refused };
}

/** Says of a credit that it is less than the only item that it names; null where it is not. */
async function netText({ tx }: InboundContext, entry: Entry): Promise<string | null> {
  const { amount, currency, direction, items } = entry;
  if (direction !== 'CREDIT' || items.length !== 1) return null;
  const [item] = await findItems(tx, items);
  const missing = Number(item?.amount ?? 0) - amount;
  if (!item || missing <= 0 || item.currency !== currency) return null;
  const show = (some: number) => showAmount(currency, some);
  return `${show(amount)} came in on the pooled account and is in suspense. It names ${item.end_to_end_id}, which went out with ${show(Number(item.amount))}. If the bank has kept ${show(missing)} as its fee, choose that with the fee. If not, ask the bank where the rest is.`;
}

/** What a person reads of an entry for which nothing was found, or not enough. */
function unmatchedText(
  { entryId, direction, amount, currency, isReversal, occurrence, repaymentReference }: Entry,
  rest: number,
  [refused]: readonly string[],
): string {
  const way = direction === 'CREDIT' ? 'came in' : 'went out';
  const manual = direction === 'DEBIT' ? 'book fees, duty and charges manually, ' : '';
  const show = (some: number) => showAmount(currency, some);
  if (isReversal)
    return `The settlement bank has taken back a booking of its own (${entryId}): ${show(amount)} ${way} on the pooled account and is in suspense. Where it books the amount again, close both entries as sent back. Where it does not, choose the debit or payout that it had booked.`;
  if (occurrence > 1)
    return `One message of the settlement bank books ${show(amount)} twice under the reference ${entryId}. What ${way} the second time is in suspense. Ask the bank whether it is one booking or two: choose the debit or payout, have it sent back, or leave it in suspense.`;
  if (direction === 'CREDIT' && repaymentReference !== null)
    return `${show(rest)} came in on the pooled account with ${repaymentReference}, the repayment reference of a business, and is in suspense. Have it booked as repaid by the business; a colleague approves it.`;
  const part =
    rest === amount
      ? ' and is in suspense.'
      : `. For ${show(amount - rest)} of it we know what for. ${show(rest)} is in suspense.`;
  return `${show(amount)} ${way} on the pooled account${part}${refused === undefined ? '' : ` ${refused}`} Find out what it is for: choose the debit or payout, or what else it is, ${manual}have it sent back, or leave it in suspense.`;
}

/** Takes an entry in once: camt.054 and camt.053 may both report it. */
async function takeEntry(
  inbound: InboundContext,
  entry: Entry,
): Promise<Omit<RejectedItem, 'n'> | null> {
  const { ctx, tx, now } = inbound;
  const { amount, currency, direction } = entry;
  const batch = await batchOf(inbound, entry);
  const stored = await storeEntry(inbound, entry, batch);
  if (stored === null || 'why' in stored) return stored;
  const { entryId, takesBack } = stored;
  if (takesBack && (await takeBack(inbound, entry, { entryId, takesBack }))) return null;
  const reference = entryId;
  if (currency !== CURRENCY) {
    const explanation = `${showAmount(currency, signedAmount(entry))} was booked on the pooled account, which is kept in ${CURRENCY}. Nothing was posted. Ask the settlement bank.`;
    return { reference, why: { kind: 'OTHER_CURRENCY', explanation } };
  }
  const booked = entry.occurrence > 1 ? [] : await bookedBy(inbound, entry, batch);
  const none = { sum: 0, unposted: 0, refused: [] };
  const isTooMuch = sumOf(booked) > amount;
  const by = { entryId, manual: false };
  const { sum, unposted, refused } = isTooMuch
    ? none
    : await bookItems(inbound, direction, booked, by);
  const posted = amount - unposted;
  await updateEntry(tx, entryId, { posted: direction === 'CREDIT' ? posted : -posted });
  const rest = amount - sum;
  if (rest === 0) return null;
  const id = ctx.ids.uuid(now);
  const inSuspense = direction === 'CREDIT' ? rest : -rest;
  await updateEntry(tx, entryId, { suspense: inSuspense });
  await postSuspense(inbound, { sourceId: id, amount: inSuspense, purpose: 'SUSPENDED' });
  const explanation = (await netText(inbound, entry)) ?? unmatchedText(entry, rest, refused);
  return { id, reference, why: { kind: 'UNMATCHED', explanation } };
}

/** Processes booked entries. An entry is processed whole, in one transaction. */
export async function takeBookings(
  inbound: InboundContext,
  items: readonly InboundItem[],
): Promise<ProcessedItems> {
  const { entries, done } = nextEntries(items);
  const refused: RejectedItem[] = [];
  for (const [n, item] of items.slice(0, done).entries()) {
    const why = whyLeftOut(inbound, item);
    if (why) refused.push({ n, reference: null, why });
  }
  await lockNamed(
    inbound,
    entries.map(({ entry }) => entry),
  );
  for (const { n, entry } of entries) {
    const one = await takeEntry(inbound, entry);
    if (one) refused.push({ ...one, n });
  }
  return { done, refused };
}

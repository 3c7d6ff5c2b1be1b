import { isoDay, timeOf } from '@tegeka/contract/kit/day.ts';
import { CURRENCY, showAmount } from '@tegeka/contract/kit/money.ts';
import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';
import { takeSentBack } from '#features/debits/outcomes/debits-money.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { closeException } from '../clearing-exceptions.ts';
import type { InboundContext, RejectedItem } from '../clearing-inbound.ts';
import type { Batch } from './clearing-batches.ts';
import type { InboundItem } from '../clearing-parser.ts';
import type { Entry } from './clearing-booked.ts';
import { insertEntry, updateEntry } from './clearing-entries.ts';
import { entryKey, isOurs, signedAmount } from './clearing-repeats.ts';
import { postSuspense } from './clearing-suspense.ts';

/** The entries under a reference of the bank, locked. */
async function readReference(tx: PlatformTx, reference: string) {
  const rows = await tx
    .selectFrom('clearing_entries')
    .select(['entry_id', 'file_id', 'amount', 'currency', 'is_reversal', 'occurrence'])
    .select(['suspense', 'booked_on'])
    .where('reference', '=', reference)
    .orderBy('entry_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    entryId: row.entry_id,
    fileId: row.file_id,
    amount: Number(row.amount),
    currency: row.currency,
    isReversal: row.is_reversal,
    occurrence: row.occurrence,
    suspense: Number(row.suspense),
    bookedOn: isoDay(row.booked_on),
  }));
}

type Kept = Awaited<ReturnType<typeof readReference>>[number];

/**
 * True where an earlier message has something else in the place of an entry: it has the same direction, or the
 * same amount the other way, and the message of the entry does not have it beside it.
 */
const contradicts = (kept: Kept, entry: Entry, fileId: string) =>
  kept.fileId !== fileId &&
  !entry.besides.has(entryKey(kept)) &&
  kept.isReversal === entry.isReversal &&
  (kept.amount > 0 === signedAmount(entry) > 0 || kept.amount === -signedAmount(entry));

/** The booking that a reversal takes back, where all of it is in suspense. */
const takenBackBy = (entry: Entry, kept: readonly Kept[]) =>
  entry.isReversal
    ? kept.find(
        ({ amount, currency, suspense, isReversal }) =>
          !isReversal &&
          amount === -signedAmount(entry) &&
          suspense === amount &&
          currency === entry.currency,
      )
    : undefined;

/** What is stored of an entry. `takesBack` is the booking in suspense that it reverses. */
interface Stored {
  entryId: string;
  takesBack: Kept | undefined;
}

/**
 * Stores an entry once: camt.054 and camt.053 may both report it. Returns null where it is stored before, or why an
 * operator must look at it.
 */
export async function storeEntry(
  { tx, fileId, at }: InboundContext,
  entry: Entry,
  batch: Batch,
): Promise<Stored | Omit<RejectedItem, 'n'> | null> {
  const { entryId: reference, currency, isReversal, occurrence, repaymentReference } = entry;
  const amount = signedAmount(entry);
  for (let tries = 0; ; tries += 1) {
    const kept = await readReference(tx, reference);
    const known = kept.find(
      (one) => entryKey(one) === entryKey({ ...entry, amount }) && one.occurrence === occurrence,
    );
    if (known) {
      // A notification need not say the day: the statement does.
      if (entry.bookedOn !== null && entry.bookedOn !== known.bookedOn)
        await updateEntry(tx, known.entryId, { booked_on: new Date(timeOf(entry.bookedOn)) });
      return null;
    }
    const other = kept.find((one) => contradicts(one, entry, fileId));
    if (other) {
      const explanation = `The settlement bank has booked ${reference} before, with ${showAmount(other.currency, other.amount)}; now it is ${showAmount(currency, amount)}. The first one counts. Ask the bank.`;
      return { reference, why: { kind: 'OTHER_AMOUNT', explanation } };
    }
    // Another server can have stored one under this reference meanwhile.
    const number = kept.length + tries + 1;
    const entryId = number === 1 ? reference : `${reference} (${number})`;
    const bookedOn = entry.bookedOn ?? isoDay(at);
    const made = { entryId, reference, isReversal, occurrence, fileId, amount, currency, bookedOn };
    if (await insertEntry(tx, { ...made, batch, repaymentReference, at }))
      return { entryId, takesBack: takenBackBy(entry, kept) };
  }
}

/**
 * Takes a booking out of suspense that the bank has taken back, and closes its exception. Returns false where an
 * operator has closed it: both bookings are then in suspense.
 */
export async function takeBack(
  inbound: InboundContext,
  entry: Entry,
  { entryId, takesBack: { entryId: originalId, amount } }: Stored & { takesBack: Kept },
): Promise<boolean> {
  const { ctx, tx, at } = inbound;
  const exception = await tx
    .selectFrom('clearing_exceptions')
    .select('id')
    .where('kind', '=', 'UNMATCHED')
    .where('reference', '=', originalId)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  if (!exception) return false;
  const reason = `The settlement bank has taken ${entry.entryId} back`;
  const made = { outcome: 'NOTHING_TO_DO', actor: SYSTEM, reason, at } as const;
  await closeException(tx, exception.id, made);
  await updateEntry(tx, originalId, { suspense: 0 });
  await updateEntry(tx, entryId, { posted: -amount });
  const purpose = amount > 0 ? 'MATCHED' : 'MATCHED_DEBIT';
  await postSuspense(inbound, { sourceId: exception.id, amount, purpose });
  await takeSentBack(ctx, tx, [originalId], at);
  return true;
}

/** Why a statement or a balance is left out; null where it is not. Of such a statement no entries are here. */
export function whyLeftOut({ sender }: InboundContext, item: InboundItem): Rejection | null {
  if (item.kind === 'BALANCE' && item.currency !== CURRENCY) {
    const explanation = `The settlement bank names a balance of ${showAmount(item.currency, item.amount)} of the pooled account, which is kept in ${CURRENCY}. It was left out. Ask the bank.`;
    return { kind: 'OTHER_CURRENCY', explanation };
  }
  if (item.kind !== 'STATEMENT' || isOurs(item, sender.account)) return null;
  const [kind, what] =
    item.account === sender.account
      ? (['OTHER_CURRENCY', `in ${item.currency ?? ''} of the pooled account`] as const)
      : (['OTHER_ACCOUNT', 'of an account that is not the pooled account'] as const);
  const explanation = `The file has a statement ${what}. Nothing of this statement was processed, and the others were. Ask the settlement bank for statements of our account alone.`;
  return { kind, explanation };
}

import { showMoney } from '@tegeka/contract/kit/money.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import { refuseField } from '#platform/http/refusal.ts';
import type { InboundContext } from '../clearing-inbound.ts';
import { itemsOfBatch } from '../payments/clearing-batches.ts';
import { bookedWhole } from '../payments/clearing-booked.ts';
import { findEntry } from '../payments/clearing-entries.ts';
import type { SentItem } from '../payments/clearing-items.ts';
import { bookFromSuspense } from '../payments/clearing-rematch.ts';

/** Money of an entry in suspense, and the day on which the bank has booked it. */
type Money = Pick<Awaited<ReturnType<typeof findEntry>>, 'suspense' | 'bookedOn'>;

/** The most that a bank can have kept of one credit, in whole shillings. */
const feeMax = ({ tx }: Pick<InboundContext, 'tx'>, { bookedOn }: Money): Promise<number> =>
  rateOn(tx, 'BANK_FEE_MAX', bookedOn);

/** Refuses a fee of money that went out, or one above the maximum. */
async function checkFee(
  inbound: Pick<InboundContext, 'tx'>,
  money: Money,
  bankFee: number,
): Promise<void> {
  if (bankFee === 0) return;
  if (money.suspense < 0)
    throw refuseField('bankFee', 'The money went out: a bank keeps no fee of it');
  const max = await feeMax(inbound, money);
  if (bankFee > max) throw refuseField('bankFee', `A bank fee is ${showMoney(max)} at most`);
}

/** Refuses an item whose amount is not there, or a fee that is not what is missing of it. */
async function checkAmounts(
  inbound: InboundContext,
  money: Money,
  { item, bankFee }: { item: SentItem; bankFee: number },
): Promise<void> {
  await checkFee(inbound, money, bankFee);
  const { suspense } = money;
  const missing = Number(item.amount) - Math.abs(suspense);
  if (missing === bankFee || (bankFee === 0 && missing < 0)) return;
  const amounts = `It is ${showMoney(Number(item.amount))}, and ${showMoney(Math.abs(suspense))} is in suspense`;
  if (missing <= 0) throw refuseField('bankFee', `${amounts}: nothing is missing`);
  const max = await feeMax(inbound, money);
  if (suspense < 0 || missing > max)
    throw refuseField('reference', `${amounts}: more is missing than a bank fee can be`);
  const message = `${amounts}. If the bank has kept ${showMoney(missing)} as its fee, enter that`;
  throw refuseField('bankFee', message);
}

/** Books an entry in suspense as an item of ours; true where nothing of it is left in suspense. */
export async function matchEntry(
  inbound: InboundContext,
  entryId: string,
  { item, bankFee }: { item: SentItem; bankFee: number },
): Promise<boolean> {
  const money = await findEntry(inbound.tx, entryId);
  await checkAmounts(inbound, money, { item, bankFee });
  const command = { entryId, booked: bookedWhole([item]), manual: true, bankFee };
  const { sum, rest } = await bookFromSuspense(inbound, command, item.instruction_id);
  if (sum === 0)
    throw refuseField('reference', 'It is not waiting for this money: look at its state');
  return rest === 0;
}

/** Books an entry in suspense as all items of a file, also those that were rejected; refuses one that does not fit. */
export async function matchFile(
  inbound: InboundContext,
  { id, entryId }: { id: string; entryId: string },
  named: { fileId: string; bankFee: number },
): Promise<true> {
  const items = await itemsOfEntry(inbound, entryId, named);
  const { bankFee } = named;
  const command = { entryId, booked: bookedWhole(items), manual: true, bankFee };
  const { rest, refused } = await bookFromSuspense(inbound, command, id);
  if (rest !== 0)
    throw refuseField('fileId', refused[0] ?? 'Its items are not waiting for this money');
  return true;
}

/** The items of a file that an entry can be for as a whole. Refuses where there are none. */
export async function itemsOfEntry(
  inbound: Pick<InboundContext, 'tx' | 'at'>,
  entryId: string,
  { fileId, bankFee }: { fileId: string; bankFee: number },
): Promise<readonly SentItem[]> {
  const money = await findEntry(inbound.tx, entryId);
  await checkFee(inbound, money, bankFee);
  const of = { fileIds: [fileId], count: money.batch.count };
  const items = await itemsOfBatch(inbound, of, Math.abs(money.suspense) + bankFee, 'ALL');
  if (items.length > 0) return items;
  throw refuseField(
    'fileId',
    'What is not booked of it has another sum, or another number of items',
  );
}

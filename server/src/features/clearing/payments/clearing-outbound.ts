import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import { type Calendar, readCalendar } from '#features/calendar/calendar-days.ts';
import { readProfile } from '#features/channels/channels-store.ts';
import { type SubmittedItem, submitNext } from '#features/debits/submission/debits-submission.ts';
import type { Session } from '#features/debits/debits-sessions.ts';
import { lockPending, markSent, type PayoutToSend } from '#features/payouts/payouts-submission.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { insertItems, type NewItem } from './clearing-items.ts';
import { type Party, readParties, readParty } from '../clearing-parties.ts';
import { moneyDueAt } from './clearing-unsettled.ts';
import { insertOutbound } from '../clearing-store.ts';
import { PACS_003, writeDebits } from '../iso/iso-debits.ts';
import { PAIN_001, writeTransfers } from '../iso/iso-transfers.ts';

/** The cut-off that is `sessions` cut-offs after another one. */
function cutOffAfter(calendar: Calendar, cutOff: Date, sessions: number): Date {
  let at = cutOff;
  for (let n = 0; n < sessions; n += 1) ({ at } = calendar.nextCutOff(at));
  return at;
}

const totalsOf = (items: readonly { amount: number }[]) => ({
  count: items.length,
  sum: items.reduce((sum, { amount }) => sum + amount, 0),
});

interface NewFile {
  id: string;
  to: Party;
  bankId: string | null;
  message: string;
  text: string;
  items: readonly NewItem[];
  at: Date;
  /** When its debits are checked for settlement; none for payouts, which have an answer deadline. */
  moneyDueAt?: Date;
}

/** Stores a file with its items. Its bytes are final: a resend has the same bytes. */
async function insertFile(
  ctx: AppContext,
  tx: PlatformTx,
  { id, to, bankId, message, text, items, at, moneyDueAt: dueAt }: NewFile,
): Promise<void> {
  const { sum } = totalsOf(items);
  await insertOutbound(tx, ctx.keys, {
    id,
    party: { channel: to.channel, bankId },
    message,
    cutOff: at,
    ...(dueAt && { moneyDueAt: dueAt }),
    items: items.length,
    total: sum,
    text,
    at,
  });
  await insertItems(tx, id, items);
}

/** The text of a pacs.003. Creditor agent and instructing agent are our settlement bank. */
function debitsText(
  { config: { clearing } }: AppContext,
  { id, cutOff, settleOn }: { id: string; cutOff: Date; settleOn: string },
  { to, bank }: { to: Party; bank: Party },
  items: readonly SubmittedItem[],
): string {
  const head = {
    messageId: id,
    createdAt: cutOff,
    from: clearing.settlementBic,
    to: to.bic,
    settleOn,
    currency: CURRENCY,
    ...totalsOf(items),
  };
  const debits = items.map((item) => ({
    ...item,
    creditorName: PRODUCT_NAME,
    creditorId: clearing.creditorId,
    creditorAccount: clearing.settlementAccount,
    creditorAgent: clearing.settlementBic,
    ultimateCreditor: item.merchantName,
    debtorAgent: bank.bic,
  }));
  return writeDebits(head, debits);
}

/** Submits the next debits of one bank in one file, in one transaction; gives how many. */
export function submitDebits(
  ctx: AppContext,
  { cutOff, day }: Session,
  bankId: string,
): Promise<number> {
  return ctx.db.asPlatform('debits are submitted', async (tx) => {
    const profile = await readProfile(tx, 'clearing-house', day);
    const id = ctx.ids.uuid(ctx.clock.now());
    const calendar = await readCalendar(tx);
    const answerBy =
      profile.answers === 'NEGATIVE_ONLY'
        ? null
        : cutOffAfter(calendar, cutOff, profile.answerSessions);
    const max = profile.itemsPerFile;
    const submission = { cutOff, day, max, fileId: id, answerBy };
    const items = await submitNext(ctx, tx, submission, bankId);
    if (items.length === 0) return 0;
    const parties = await readParties(ctx, tx);
    const [house] = parties;
    const bank = parties.find((party) => party.bankId === bankId);
    if (!house || !bank) throw new Error(`The bank ${bankId} has no BIC to debit at`);
    const settleOn = calendar.businessDaysAfter(day, profile.settlementDays);
    const to = profile.instructedAgent === 'PAYERS_BANK' ? bank : house;
    const text = debitsText(ctx, { id, cutOff, settleOn }, { to, bank }, items);
    const dueAt = moneyDueAt(calendar, day, profile.settlementDays);
    const file = { id, to: house, bankId, message: PACS_003, text, items, at: cutOff };
    await insertFile(ctx, tx, { ...file, moneyDueAt: dueAt });
    return items.length;
  });
}

/** The text of a pain.001: from the pooled account to those of merchants. */
function payoutsText(
  { config: { clearing } }: AppContext,
  { id, cutOff, day, to }: { id: string; cutOff: Date; day: string; to: Party },
  payouts: readonly (PayoutToSend & NewItem)[],
): string {
  const head = {
    messageId: id,
    createdAt: cutOff,
    from: clearing.bic,
    executeOn: day,
    debtorName: PRODUCT_NAME,
    debtorAccount: clearing.settlementAccount,
    debtorAgent: to.bic,
    ...totalsOf(payouts),
  };
  const transfers = payouts.map((payout) => ({
    ...payout,
    creditorName: payout.accountName,
    creditorAccount: payout.accountNumber,
    creditorAgent: payout.bic,
    text: `${PRODUCT_NAME} ${payout.reference}`,
  }));
  return writeTransfers(head, transfers);
}

/** Submits the payouts that wait, in one transaction; gives how many. */
export function submitPayouts(ctx: AppContext, { cutOff, day }: Session): Promise<number> {
  return ctx.db.asPlatform('payouts are submitted', async (tx) => {
    const { itemsPerFile } = await readProfile(tx, 'settlement-bank', day);
    const pending = await lockPending(ctx, tx, { max: itemsPerFile, at: cutOff });
    if (pending.length === 0) return 0;
    const now = ctx.clock.now();
    const id = ctx.ids.uuid(now);
    const items = pending.map((payout) => ({
      ...payout,
      payoutId: payout.id,
      instructionId: ctx.ids.uuid(now),
      endToEndId: payout.reference,
      currency: CURRENCY,
    }));
    const to = await readParty(ctx, tx, 'settlement-bank');
    const text = payoutsText(ctx, { id, cutOff, day, to }, items);
    await insertFile(ctx, tx, { id, to, bankId: null, message: PAIN_001, text, items, at: cutOff });
    const ids = items.map(({ payoutId }) => payoutId);
    await markSent(tx, ids, { fileId: id, at: cutOff });
    return items.length;
  });
}

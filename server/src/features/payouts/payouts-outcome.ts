import { isoDay, timeOf } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  type EntryKind,
  type LedgerAccountKind,
  postEntries,
} from '#features/ledger/ledger-store.ts';
import { readPaidMerchants } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { originOf } from '#platform/http/origins.ts';
import type { Actor } from '#platform/state/transition.ts';
import { type PayoutRow, readPayout, transitionPayout } from './payouts-store.ts';
import { PAYOUT_MESSAGES } from './payouts-templates.ts';

interface Ending {
  id: string;
  actor: Actor;
  /** The business clock. */
  at: Date;
  reason: string;
}

/** Moves a payout's amount from one account to another. */
async function book(
  tx: Tx,
  row: PayoutRow,
  of: Pick<EntryKind, 'purpose' | 'at'>,
  [debit, credit]: readonly [LedgerAccountKind, LedgerAccountKind],
): Promise<void> {
  const amount = Number(row.amount);
  const lines = [
    { account: debit, amount },
    { account: credit, amount: -amount },
  ];
  const entry = { organizationId: row.organization_id, sourceId: row.id, lines };
  await postEntries(tx, { ...of, sourceKind: 'payout' }, [entry]);
}

/** Tells the representative that the money of a payout is back; `row` is the payout before. */
async function notifyReturned(
  ctx: AppContext,
  tx: Tx,
  row: PayoutRow,
  reason: string,
): Promise<void> {
  const owner = row.organization_id;
  const merchant = (await readPaidMerchants(tx, [owner])).get(owner);
  if (!merchant) return;
  const kind = row.state === 'PENDING' ? 'payout-not-sent' : 'payout-back';
  const message = PAYOUT_MESSAGES[kind]({
    firstName: merchant.representative.firstName,
    businessName: merchant.businessName,
    amount: showMoney(Number(row.amount)),
    reference: row.reference,
    reason,
    link: `${originOf(ctx.config.http, 'MERCHANT')}/dashboard/billing`,
  });
  const to = merchant.representative.email;
  await ctx.notifications.send(tx, { channel: 'email', to, message });
}

/** How a payout is known to be paid: manually where two operators have settled it. */
interface PaidBy {
  manual: boolean;
  reason: string | null;
}

/**
 * The money has reached the account, as the bank has booked it or as the evidence of two operators shows.
 * The payout is locked, and SENT, UNKNOWN, or REJECTED: then its money is taken from the balance again.
 */
export async function payPayout(
  tx: Tx,
  { id, actor, at, reason, manual }: Omit<Ending, 'reason'> & PaidBy,
): Promise<void> {
  const row = await readPayout(tx, id);
  const paidManuallyOn = manual ? new Date(timeOf(isoDay(at))) : null;
  const set = { ended_at: at, reason: null, scheme_code: null, paid_manually_on: paidManuallyOn };
  const isLate = row.state === 'REJECTED';
  const explanation = isLate ? 'The bank has paid it after it was rejected' : reason;
  await transitionPayout(tx, { id, to: 'PAID', actor, at, reason: explanation, set });
  const from = isLate ? 'PAYABLE' : 'IN_TRANSIT';
  await book(tx, row, { purpose: 'PAID', at }, [from, 'SETTLEMENT_BANK']);
}

/** The money has not left: it is the merchant's again. The payout is locked, and not PAID. */
export async function rejectPayout(
  ctx: AppContext,
  tx: Tx,
  { id, actor, at, reason, schemeCode }: Ending & { schemeCode: string | null },
): Promise<void> {
  const row = await readPayout(tx, id);
  const set = { ended_at: at, reason, scheme_code: schemeCode };
  await transitionPayout(tx, { id, to: 'REJECTED', actor, at, reason, set });
  await book(tx, row, { purpose: 'REJECTED', at }, ['IN_TRANSIT', 'PAYABLE']);
  await notifyReturned(ctx, tx, row, reason);
}

/** The money had reached the account's bank and came back. The payout is locked, and PAID. */
export async function returnPayout(
  ctx: AppContext,
  tx: Tx,
  { id, actor, at, reason, schemeCode }: Ending & { schemeCode: string | null },
): Promise<void> {
  const row = await readPayout(tx, id);
  const set = { ended_at: at, reason, scheme_code: schemeCode };
  await transitionPayout(tx, { id, to: 'BOUNCED', actor, at, reason, set });
  await book(tx, row, { purpose: 'BOUNCED', at }, ['SETTLEMENT_BANK', 'PAYABLE']);
  await notifyReturned(ctx, tx, row, reason);
}

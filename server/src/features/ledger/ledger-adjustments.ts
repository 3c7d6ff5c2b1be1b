import {
  ADJUSTMENT_LABELS,
  type Adjustment,
  type AdjustmentKind,
  adjustmentShape,
} from '@tegeka/contract/ledger.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import { requestApproval, type RequestMaker } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { findMerchant } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuseField } from '#platform/http/refusal.ts';
import { readAccounts } from './ledger-flows-store.ts';
import { type LedgerAccountKind, lockAdjustments, payableOf, postEntries } from './ledger-store.ts';

const ACTION = 'LEDGER_ADJUSTMENT';

/**
 * The accounts that an adjustment debits and credits. Money that leaves the bank is credited to suspense: the
 * bank's own entry moves the bank account, and is in suspense until it is closed with the adjustment.
 */
const ACCOUNTS: Readonly<
  Record<AdjustmentKind, readonly [debit: LedgerAccountKind, credit: LedgerAccountKind]>
> = {
  DUTY_REMITTED: ['DUTY_PAYABLE', 'SUSPENSE'],
  INCOME_WITHDRAWN: ['CHARGES_INCOME', 'SUSPENSE'],
  BANK_FEES: ['BANK_FEES', 'SUSPENSE'],
  WRITE_OFF: ['WRITE_OFF', 'PAYABLE'],
};

/** The merchant of a write-off; null for other kinds. Refuses at `merchantId` what does not fit. */
async function merchantOf(tx: Tx, { kind, merchantId }: Adjustment) {
  const message =
    kind === 'WRITE_OFF' ? 'Name the merchant whose debt it is' : 'Only a write-off has a merchant';
  const invalid = refuseField('merchantId', message);
  if ((kind === 'WRITE_OFF') !== (merchantId !== null)) throw invalid;
  const merchant = merchantId === null ? null : await findMerchant(tx, merchantId);
  if (merchantId !== null && !merchant) throw invalid;
  return merchant;
}

/** The most that can be booked: what is owed, earned, or in the bank. */
async function mostOf(tx: Tx, { kind }: Adjustment, organizationId: string | null) {
  if (organizationId !== null) return Math.max(-(await payableOf(tx, organizationId)), 0);
  const account = kind === 'BANK_FEES' ? 'SETTLEMENT_BANK' : ACCOUNTS[kind][0];
  const accounts = await readAccounts(tx);
  return accounts.find((one) => one.account === account)?.balance ?? 0;
}

async function checked(tx: Tx, adjustment: Adjustment) {
  const merchant = await merchantOf(tx, adjustment);
  const owner = merchant?.submission.organizationId ?? null;
  const max = await mostOf(tx, adjustment, owner);
  if (adjustment.amount > max) {
    const message = `There is ${showMoney(Math.max(max, 0))}.`;
    throw refuseField('amount', message);
  }
  return { merchant, owner };
}

async function partsOf(tx: Tx, adjustment: Adjustment): Promise<SnapshotPart[]> {
  const { kind, amount, reason, merchantId } = adjustment;
  const merchant = merchantId === null ? null : await findMerchant(tx, merchantId);
  return textParts('Booking', [
    ['kind', 'What happened', ADJUSTMENT_LABELS[kind]],
    ['amount', 'Amount', showMoney(amount)],
    ['reason', 'Reason', reason],
    ...(merchant
      ? [
          [
            'merchant',
            'Merchant',
            { name: merchant.submission.businessName, id: merchant.id },
          ] as const,
        ]
      : []),
  ]);
}

/** Asks a second operator to book an adjustment. Refuses INPUT_INVALID. */
export async function requestAdjustment(
  ctx: AppContext,
  tx: Tx,
  adjustment: Adjustment,
  maker: RequestMaker,
): Promise<string> {
  await checked(tx, adjustment);
  return requestApproval(ctx, tx, {
    action: ACTION,
    entityId: ctx.ids.uuid(ctx.clock.now()),
    ...maker,
    title: `${ADJUSTMENT_LABELS[adjustment.kind]}, ${showMoney(adjustment.amount)}`,
    parts: await partsOf(tx, adjustment),
    payload: adjustment,
  });
}

/** What the second operator's approval does: the adjustment is posted. */
export function adjustmentHandler(): ApprovalHandler {
  const texts = {
    label: 'Manual booking',
    approval: 'It is posted in the ledger, and stays there.',
    rejection: 'Nothing is posted.',
  };
  return {
    texts,
    action: ACTION,
    rejections: { EVIDENCE: 'It is not documented well enough.', OTHER: 'See the comment.' },
    snapshot: (tx, _id, payload) => partsOf(tx, adjustmentShape.parse(payload)),
    execute: async (tx, { entityId, organizationId, payload, at }) => {
      const adjustment = adjustmentShape.parse(payload);
      await lockAdjustments(tx);
      const { owner } = await checked(tx, adjustment);
      const { kind: purpose, amount } = adjustment;
      const [debit, credit] = ACCOUNTS[purpose];
      const lines = [
        { account: debit, amount },
        { account: credit, amount: -amount },
      ];
      const entry = { organizationId: owner ?? organizationId, sourceId: entityId, lines };
      await postEntries(tx, { sourceKind: 'adjustment', purpose, at }, [entry]);
    },
  };
}

import type { Debit } from '@tegeka/contract/debits/debits.ts';
import { notifyPayer } from '#features/mandates/messages/mandates-notify.ts';
import { notifyMerchant } from '#features/merchants/merchants-notify.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Dispute } from './disputes-store.ts';
import { DISPUTE_MESSAGES } from './disputes-templates.ts';

interface Disputed {
  debit: Debit;
  dispute: Dispute;
}

const textsOf = (debit: Debit) => ({
  merchantName: debit.merchantName,
  customerName: debit.customerName,
  bankName: debit.customerBankName,
  amount: debit.amount,
  collectionDay: debit.collectionDay,
  reference: debit.reference,
});

const pathOf = ({ id }: Debit) => `/dashboard/mandates/transactions/${id}`;

/** Tells the business that a debit is disputed, and until when it can answer. */
export function notifyOpened(ctx: AppContext, tx: Tx, { debit, dispute }: Disputed): Promise<void> {
  const { organizationId, reason, answerUntil } = dispute;
  return notifyMerchant(ctx, tx, organizationId, ({ firstName, linkTo }) =>
    DISPUTE_MESSAGES['dispute-opened']({
      ...textsOf(debit),
      firstName,
      link: linkTo(pathOf(debit)),
      reason,
      answerUntil,
    }),
  );
}

/** Tells business and payer how a dispute has ended, and why. */
export async function notifyEnded(
  ctx: AppContext,
  tx: Tx,
  { debit, dispute }: Disputed,
): Promise<void> {
  const { organizationId, state, refusal: reason } = dispute;
  if (state === 'OPEN') return;
  const ended = { ...textsOf(debit), end: state, reason };
  await notifyMerchant(ctx, tx, organizationId, ({ firstName, linkTo }) =>
    DISPUTE_MESSAGES['dispute-ended']({ ...ended, firstName, link: linkTo(pathOf(debit)) }),
  );
  await notifyPayer(ctx, tx, { organizationId, customerId: debit.customer.id }, (home) =>
    DISPUTE_MESSAGES['dispute-ended-payer']({ ...ended, home }),
  );
}

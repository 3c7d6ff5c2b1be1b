import { BOOKING_SHAPE } from '@tegeka/contract/clearing/exception-actions.ts';
import { OUTCOMES, outcomesOf } from '@tegeka/contract/clearing/exception-outcomes.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import type * as z from 'zod/mini';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import { requestApproval, type RequestMaker } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { takeSentBack } from '#features/debits/outcomes/debits-money.ts';
import { readAccounts } from '#features/ledger/ledger-flows-store.ts';
import { lockAdjustments, payableOf, postEntries } from '#features/ledger/ledger-store.ts';
import { findMerchant } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse, refuseField, tryOut } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import type { ReadOperator } from '../clearing-inbound.ts';
import { readException } from './clearing-exception-detail.ts';
import { closeException, lockException } from '../clearing-exceptions.ts';
import { updateEntry } from '../payments/clearing-entries.ts';

const ACTION = 'EXCEPTION_BOOKING';

/** Which account the money of an entry in suspense goes to, and why. */
type Booking = z.infer<typeof BOOKING_SHAPE>;

/** The merchant whose balance it changes; null for accounts of the platform. Refuses at `merchantId`. */
async function merchantOf(tx: Tx, { outcome, merchantId }: Booking) {
  const isOfMerchant = OUTCOMES[outcome].account === 'PAYABLE';
  if (!isOfMerchant && !merchantId) return null;
  const merchant = merchantId ? await findMerchant(tx, merchantId) : null;
  if (isOfMerchant && merchant) return merchant;
  const message = isOfMerchant ? 'Choose the merchant' : 'It has no merchant';
  throw refuseField('merchantId', message);
}

async function partsOf(tx: Tx, id: string, booking: Booking): Promise<SnapshotPart[]> {
  const { explanation, state, suspense, reference } = await readException(tx, id);
  const { outcome, reason, merchantId } = booking;
  const merchant = merchantId ? await findMerchant(tx, merchantId) : null;
  return textParts('Exception', [
    ['outcome', 'What it is', `${OUTCOMES[outcome].label}. ${OUTCOMES[outcome].text}`],
    ['amount', 'Amount', suspense === null ? '' : showMoney(Math.abs(suspense))],
    ['direction', 'Direction', (suspense ?? 0) > 0 ? 'Came in' : 'Went out'],
    ['entry', 'Entry of the bank', reference ?? ''],
    ['explanation', 'What came in', explanation],
    ['exception', 'Exception', state === 'OPEN' ? 'Open' : 'Closed'],
    ['reason', 'Reason', reason],
    ...(merchant
      ? [
          [
            'merchant',
            'Merchant',
            { name: merchant.submission.businessName, id: merchant.id },
          ] as const,
          [
            'balance',
            'Its balance now',
            showMoney(await payableOf(tx, merchant.submission.organizationId)),
          ] as const,
        ]
      : []),
  ]);
}

/** Asks a second operator to book money in suspense; refuses what {@link bookMoney} refuses. */
export async function requestBooking(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  booking: Booking,
  { readOperator, actor, maker }: { readOperator: ReadOperator; actor: Actor; maker: RequestMaker },
): Promise<string> {
  const at = await businessTime(tx, ctx.clock.now());
  await tryOut(tx, () => bookMoney(ctx, tx, id, { ...booking, actor, readOperator, at }));
  const { suspense } = await readException(tx, id);
  return requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    ...maker,
    title: `${OUTCOMES[booking.outcome].label}, ${showMoney(Math.abs(suspense ?? 0))}`,
    parts: await partsOf(tx, id, booking),
    payload: booking,
  });
}

export function bookingHandler(ctx: AppContext, readOperator: ReadOperator): ApprovalHandler {
  const texts = {
    label: 'Money in suspense to be booked',
    approval: 'It is posted from suspense to the account, and the exception is closed.',
    rejection: 'Nothing is posted, and the exception stays open.',
  };
  return {
    texts,
    action: ACTION,
    rejections: { EVIDENCE: 'It is not shown to be that.', OTHER: 'See the comment.' },
    snapshot: (tx, id, payload) => partsOf(tx, id, BOOKING_SHAPE.parse(payload)),
    execute: (tx: PlatformTx, { entityId: id, payload, actor, at }) =>
      bookMoney(ctx, tx, id, { ...BOOKING_SHAPE.parse(payload), actor, readOperator, at }),
  };
}

/** Refuses an amount that is more than was earned or is owed as duty. */
async function checkAmount(tx: Tx, account: string, amount: number): Promise<void> {
  if (account !== 'DUTY_PAYABLE' && account !== 'CHARGES_INCOME') return;
  await lockAdjustments(tx);
  const { balance = 0 } = (await readAccounts(tx)).find((one) => one.account === account) ?? {};
  if (amount > balance)
    throw refuseField('outcome', `There is ${showMoney(Math.max(balance, 0))} on that account`);
}

/**
 * Posts what an entry has in suspense to the account of the outcome, and closes its exception. Refuses
 * EXCEPTION_CLOSED, EXCEPTION_KIND where the exception cannot have this outcome, and at its field what does not fit.
 */
async function bookMoney(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  {
    actor,
    readOperator,
    at,
    ...booking
  }: Booking & { actor: Actor; readOperator: ReadOperator; at: Date },
): Promise<void> {
  await lockException(tx, id);
  const exception = await readException(tx, id);
  const { state, suspense, reference: entryId } = exception;
  const { outcome, reason } = booking;
  if (state === 'CLOSED') throw refuse('EXCEPTION_CLOSED');
  if (!outcomesOf(exception).includes(outcome) || suspense === null || entryId === null)
    throw refuse('EXCEPTION_KIND');
  const merchant = await merchantOf(tx, booking);
  const { account } = OUTCOMES[outcome];
  await checkAmount(tx, account, Math.abs(suspense));
  const organizationId = merchant?.submission.organizationId ?? (await readOperator(tx));
  const lines = [
    { account: 'SUSPENSE', amount: suspense },
    { account, amount: -suspense },
  ] as const;
  const entry = { organizationId, sourceId: id, lines };
  await postEntries(tx, { sourceKind: 'exception', purpose: outcome, at }, [entry]);
  await updateEntry(tx, entryId, { suspense: 0 });
  await closeException(tx, id, { outcome, actor, reason, at });
  // It is not the money of a debit that was held because of it.
  await takeSentBack(ctx, tx, [entryId], at);
}

import type { DisputeState } from '@tegeka/contract/debits/disputes.ts';
import type { ApprovalHandler, ApprovalSubject } from '#features/approvals/approvals-actions.ts';
import { debitOf, readDebitRow } from '#features/debits/debits-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { notifyEnded } from './disputes-notify.ts';
import { ACCEPTANCE, isCollected, partsOf, transitionDispute } from './disputes-service.ts';
import { lockDispute } from './disputes-store.ts';

/** Why a bank refuses a dispute, with what payer and business are told. */
const REJECTIONS = {
  AGREED: 'The debit keeps to what the payer has agreed to.',
  NOT_DEBITED: 'The account was not debited.',
  GIVEN_BACK: 'The money was given back already.',
} as const;

/** Why a debit can not be given back any more. */
async function whyNotCollected(tx: Tx, id: string): Promise<string> {
  const { state } = await readDebitRow(tx, id);
  return state === 'RETURNED' ? REJECTIONS.GIVEN_BACK : REJECTIONS.NOT_DEBITED;
}

/** Ends a dispute, and tells payer and business how and why. */
async function end(
  ctx: AppContext,
  tx: Tx,
  { entityId: id, actor, at }: Pick<ApprovalSubject, 'entityId' | 'actor' | 'at'>,
  { state, reason }: { state: DisputeState; reason: string | null },
): Promise<void> {
  const set = state === 'REFUSED' ? { refusal: reason } : {};
  await transitionDispute(tx, id, state, { actor, reason, at, set });
  const debit = debitOf(await readDebitRow(tx, id));
  await notifyEnded(ctx, tx, { debit, dispute: await lockDispute(tx, id) });
}

/** The decision of the payer's bank. It moves no money: its people send the return. */
export const disputeHandler = (ctx: AppContext): ApprovalHandler => ({
  texts: {
    label: 'Dispute',
    approval:
      'Payer and business are told that the payer gets the money back. You send the return of this debit from your own system: nothing is booked here before it has come.',
    rejection: 'The debit stands. Payer and business are told why.',
    comment: 'The payer and the business read the comment.',
  },
  action: ACCEPTANCE,
  rejections: REJECTIONS,
  snapshot: async (tx, id) => partsOf(ctx, tx, await lockDispute(tx, id)),
  execute: async (tx, subject) => {
    // Given back meanwhile: it must not be returned twice.
    if (!isCollected(debitOf(await readDebitRow(tx, subject.entityId))))
      throw refuse('TRANSACTION_STATE');
    await end(ctx, tx, subject, { state: 'ACCEPTED', reason: null });
  },
  expired: 'The bank did not decide in time.',
  onNotExecuted: async (tx, subject, { kind, fullReason }) => {
    if (kind === 'EXPIRED') return end(ctx, tx, subject, { state: 'LAPSED', reason: fullReason });
    const reason =
      kind === 'EXECUTION_FAILED' ? await whyNotCollected(tx, subject.entityId) : fullReason;
    await end(ctx, tx, subject, { state: 'REFUSED', reason });
  },
});

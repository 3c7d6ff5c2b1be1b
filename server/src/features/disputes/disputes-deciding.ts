import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import { collectionOf, readCollectionRow } from '#features/collections/collections-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { ACCEPTANCE, isTaken, transitionDispute, partsOf } from './disputes-service.ts';
import { lockDispute } from './disputes-store.ts';

/** Why a bank refuses a dispute, with what payer and business are told. */
const REJECTIONS = {
  AGREED: 'The debit keeps to what the payer has agreed to.',
  NOT_DEBITED: 'The account was not debited.',
  GIVEN_BACK: 'The money was given back already.',
} as const;

/** Why a debit can not be given back any more. */
async function whyNotTaken(tx: Tx, id: string): Promise<string> {
  const { state } = await readCollectionRow(tx, id);
  return state === 'RETURNED' ? REJECTIONS.GIVEN_BACK : REJECTIONS.NOT_DEBITED;
}

/** The decision of the payer's bank. It moves no money: its people send the return. */
export const disputeHandler: ApprovalHandler = {
  words: {
    label: 'Dispute',
    approval:
      'The payer is told that they get the money back. You send the return of this debit from your own system: nothing is booked here before it has come.',
    rejection: 'The debit stands, and the payer is told why.',
    comment: 'The payer and the business read the comment.',
  },
  action: ACCEPTANCE,
  rejections: REJECTIONS,
  snapshot: async (tx, id) => partsOf(tx, await lockDispute(tx, id)),
  execute: async (tx, { entityId: id, actor, at }) => {
    // Given back meanwhile: it must not be returned twice.
    if (!isTaken(collectionOf(await readCollectionRow(tx, id)))) throw refuse('TRANSACTION_STATE');
    await transitionDispute(tx, id, 'ACCEPTED', { actor, reason: null, at });
  },
  expired: 'The bank did not decide in time.',
  onNotExecuted: async (tx, { entityId: id, actor, at }, { kind, fullReason }) => {
    if (kind === 'EXPIRED')
      return transitionDispute(tx, id, 'LAPSED', { actor, reason: fullReason, at });
    const refusal = kind === 'EXECUTION_FAILED' ? await whyNotTaken(tx, id) : fullReason;
    await transitionDispute(tx, id, 'REFUSED', { actor, reason: refusal, at, set: { refusal } });
  },
};

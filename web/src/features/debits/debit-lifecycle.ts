import type { DebitDetail, DebitState } from '@tegeka/contract/debits/debits.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import type { LifecycleStep } from '#ui/detail/detail-lifecycle.tsx';

type Debit = Pick<
  DebitDetail,
  'state' | 'createdAt' | 'noticeAt' | 'collectionDay' | 'settledAt' | 'nextTryDay' | 'attempts'
>;

const WRONG_ENDS: Partial<Record<DebitState, string>> = {
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  REJECTED: 'Rejected',
  RETURNED: 'Returned',
};
const DEBITED: readonly DebitState[] = ['CLEARED', 'SETTLED', 'RETURNED'];

const dayOf = (at: string | null | undefined) => (at ? showDay(at) : null);

/**
 * The steps of a debit, from its creation to its settlement. Of several submissions they show the newest
 * one; of a debit that is pending again, the coming one.
 */
export function stepsOfDebit(debit: Debit, tell: (day: string) => string) {
  const { state, createdAt, noticeAt, collectionDay, settledAt, attempts } = debit;
  const sent = state === 'PENDING' ? undefined : attempts[0];
  return [
    { label: 'Created', note: showDay(createdAt), isDone: true },
    { label: 'Payer told', note: dayOf(noticeAt), isDone: noticeAt !== null || sent !== undefined },
    {
      label: 'Sent',
      note: sent === undefined ? tell(collectionDay) : showDay(sent.at),
      isDone: sent !== undefined,
    },
    // The time of the newest answer: once settled, it is that of the settlement.
    {
      label: 'Debited',
      note: state === 'CLEARED' ? dayOf(sent?.answeredAt) : null,
      isDone: DEBITED.includes(state),
    },
    { label: 'Settled', note: dayOf(settledAt), isDone: settledAt !== null },
  ];
}

/**
 * The last steps of a debit that did not succeed; empty for others. `endedAt` is when it came into its
 * state, null while that is not known.
 */
export function endOfDebit(
  { state, nextTryDay }: Debit,
  tell: (day: string) => string,
  endedAt: string | null,
): LifecycleStep[] {
  const label = WRONG_ENDS[state];
  if (label === undefined) return [];
  const end = { label, note: dayOf(endedAt), stands: 'wrong' } as const;
  if (nextTryDay === null) return [end];
  return [end, { label: 'Retry', note: tell(nextTryDay), stands: 'next' }];
}

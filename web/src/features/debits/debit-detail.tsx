import { cancelDebit, retryDebit } from '@tegeka/contract/debits/debit-commands.ts';
import { getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import {
  ATTEMPTS_MAX,
  type DebitDetail,
  getDebit,
  listDebitEvents,
  listDebits,
} from '@tegeka/contract/debits/debits.ts';
import { getDebitFigures } from '@tegeka/contract/debits/debit-figures.ts';
import { getMandateUsage } from '@tegeka/contract/debits/mandate-usage.ts';
import { getDispute } from '@tegeka/contract/debits/disputes.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { PAYOUT_LABELS } from '@tegeka/contract/payouts/payouts.ts';
import { useState } from 'react';
import { endpointQuery, historyQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { customerLink, debitLink, payoutLink } from '#platform/router/entity-links.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { useDebitDays } from '#ui/detail/debit-days.ts';
import { useActionDialogs } from '#ui/detail/detail-action-dialogs.tsx';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { AnswerDialog, DisputeNote, useDispute, whyNoAnswer } from './debit-dispute.tsx';
import { DebitDrawer } from './debit-drawer.tsx';
import { ORIGIN_LABELS } from './debit-labels.ts';

export const debitQuery = (merchantId: string, transactionId: string) =>
  endpointQuery(getDebit, { params: { merchantId, transactionId } });

/** Fetches lists, drawers and figures again. */
export function refreshDebits(): void {
  void refetch(getDebit, listDebits, listDebitEvents, getDispute, getMandateUsage, getDebitFigures);
}

interface DebitProps {
  debit: DebitDetail;
  rights: MerchantRights;
}

/** Why it can not be tried again; null where it can. `today` is empty until it is known. */
function whyNoRetry(debit: DebitDetail, today: string): string | null {
  const { state, failureReason, attempt, nextTryDay, retryUntil, recollectedBy: again } = debit;
  if (again !== null) return `Collected again automatically as ${again.reference}.`;
  if (state !== 'FAILED') return 'Only failed debits can be retried.';
  if (failureReason === null || !getFailureReason(failureReason).retry)
    return 'Only debits that failed for lack of funds can be retried.';
  if (attempt >= ATTEMPTS_MAX) return `It was tried ${attempt} times, the maximum.`;
  if (nextTryDay !== null) return `We will retry on ${showDay(nextTryDay)}.`;
  if (retryUntil === null || today <= retryUntil) return null;
  return `It could be retried until ${showDay(retryUntil)}. Collect it as a new debit.`;
}

/** The texts that cancel a debit, or only the next try of one that has failed. */
function cancelText({ state, nextTryDay, lastFailure, reference }: DebitDetail) {
  if (nextTryDay !== null || lastFailure !== null)
    return {
      label: 'Cancel retry',
      blocked: null,
      heading: 'Cancel the next retry?',
      text: 'The debit stays failed. We will not retry.',
      done: `${reference} will not be retried.`,
    };
  const blocked =
    state === 'PENDING' ? null : 'Only debits that were not sent to the bank yet can be cancelled.';
  return {
    label: 'Cancel transaction',
    blocked,
    heading: 'Cancel this debit?',
    text: 'Nothing is debited, and its day is not collected later. The mandate stays as it is.',
    done: `${reference} is cancelled.`,
  };
}

/** The payouts that pay a debit, or that its return is deducted from; the last one first. */
function payoutRows({ state, payouts }: DebitDetail) {
  const rowOf = (item: 'DEBIT' | 'RETURN', label: string) => {
    const found = payouts.filter((payout) => payout.item === item).toReversed();
    const links = found.map(({ id, reference, createdAt, state: stands }) => (
      <div key={id}>
        <TextLink link={payoutLink(id)}>{reference}</TextLink> on {showDay(createdAt)},{' '}
        {PAYOUT_LABELS[stands].toLowerCase()}
      </div>
    ));
    return links.length === 0 ? [] : [[label, links] as const];
  };
  const paid = rowOf('DEBIT', 'Payout');
  return [
    ...(state === 'SETTLED' && paid.length === 0
      ? [['Payout', 'Not paid out yet'] as const]
      : paid),
    ...rowOf('RETURN', 'Return deducted from'),
  ];
}

/** The detail of a debit for the merchant, with its actions. */
export function DebitDetail({ debit, rights }: DebitProps) {
  const { id, reference, customer, product, recollects } = debit;
  const { merchantId, blocked, mayWrite } = rights;
  const today = useDebitDays()?.today ?? '';
  const dispute = useDispute(merchantId, debit);
  const [isAnswering, setAnswering] = useState(false);
  const cancel = cancelText(debit);
  const params = { merchantId, transactionId: id };
  const { actions, dialog } = useActionDialogs(
    id,
    [
      {
        name: 'retry',
        label: 'Try again',
        blocked: blocked ?? whyNoRetry(debit, today),
        heading: 'Retry this debit?',
        text: 'We notify the customer again and collect the same amount after the notice period.',
        leave: 'Not now',
        send: () => call(retryDebit, { params, body: {} }),
        done: `${reference} will be retried.`,
      },
      {
        ...cancel,
        name: 'cancel',
        blocked: blocked ?? cancel.blocked,
        leave: 'Keep it',
        danger: true,
        reason: {
          label: 'Reason',
          hint: 'Kept in the history; your colleagues and the payer’s bank can read it.',
          missing: 'Say why it is cancelled',
        },
        send: (reason = '') => call(cancelDebit, { params, body: { reason } }),
      },
    ],
    refreshDebits,
  );
  const answer = {
    name: 'answer',
    label: 'Answer the dispute',
    blocked: whyNoAnswer(dispute.data, today),
    onClick: () => setAnswering(true),
  };
  const isAsked = debit.dispute === 'OPEN' && !dispute.data?.answer;
  const again = recollects !== null && (
    <TextLink link={debitLink(recollects)}>The returned one</TextLink>
  );
  return (
    <DebitDrawer
      debit={debit}
      rows={[
        ...payoutRows(debit),
        [
          'Customer',
          <TextLink key="" link={customerLink(customer.id)}>
            {customer.name}
          </TextLink>,
        ],
        ['Product', product?.name ?? 'none'],
        ['Your reference', debit.merchantReference ?? 'none'],
        ['How it came', ORIGIN_LABELS[debit.origin]],
        ...(again ? [['Collects again', again] as const] : []),
      ]}
      history={historyQuery(listDebitEvents, params)}
      actions={mayWrite ? [...(isAsked ? [answer] : []), ...actions] : []}
      dispute={<DisputeNote debit={debit} query={dispute} />}
    >
      {isAnswering && (
        <AnswerDialog
          merchantId={merchantId}
          debit={debit}
          refresh={refreshDebits}
          onClose={() => setAnswering(false)}
        />
      )}
      {dialog}
    </DebitDrawer>
  );
}

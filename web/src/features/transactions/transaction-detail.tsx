import { linkOptions } from '@tanstack/react-router';
import {
  cancelCollection,
  retryCollection,
} from '@tegeka/contract/collections/collection-writing.ts';
import { causeOf } from '@tegeka/contract/collections/causes.ts';
import {
  type CollectionDetail,
  getCollection,
  listCollectionEvents,
  listCollections,
} from '@tegeka/contract/collections/collections.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { useState } from 'react';
import { cache, endpointQuery, historyQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { TextLink } from '#ui/detail/related-list.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { Attempts, EVENT_WORDS, MoneyCard, ORIGIN_WORDS, Standing } from './transaction-words.tsx';

export const transactionQuery = (merchantId: string, transactionId: string) =>
  endpointQuery(getCollection, { params: { merchantId, transactionId } });

/** Lists, drawers and figures are asked for again. */
export function refreshTransactions(): void {
  for (const name of [
    getCollection.name,
    listCollections.name,
    listCollectionEvents.name,
    'getMandateUsage',
    'getTransactionFigures',
  ])
    void cache.invalidateQueries({ queryKey: [name] });
}

interface TransactionProps {
  transaction: CollectionDetail;
  rights: MerchantRights;
}

/** Submissions that a transaction can have. */
const ATTEMPTS_MOST = 4;

/** Why it can not be tried again; null where it can. */
function whyNoRetry({ state, cause, attempt, nextTryDay }: CollectionDetail): string | null {
  if (state !== 'FAILED') return 'Only what has failed can be tried again.';
  if (cause === null || !causeOf(cause).retry)
    return 'Only what has failed for lack of funds is tried again.';
  if (attempt >= ATTEMPTS_MOST) return `It was tried ${attempt} times, which is the most.`;
  return nextTryDay === null ? null : `It is tried again by itself on ${showDay(nextTryDay)}.`;
}

const whyNoCancel = ({ state }: CollectionDetail): string | null =>
  state === 'PENDING' ? null : 'Only what was not sent to the bank yet can be cancelled.';

function CancelDialog({
  transaction,
  rights,
  onClose,
}: TransactionProps & { onClose: () => void }) {
  const { id, reference } = transaction;
  const params = { merchantId: rights.merchantId, transactionId: id };
  return (
    <ActionDialog
      heading="Cancel this transaction?"
      action="Cancel transaction"
      leave="Keep it"
      danger
      draft={`cancel ${id}`}
      reason={{
        label: 'Reason',
        hint: 'Kept in the history for your colleagues.',
        missing: 'Say why, for your colleagues to read',
      }}
      send={(reason = '') =>
        call(cancelCollection, { params, body: { reason } }).finally(refreshTransactions)
      }
      onDone={() => flashMessage({ place: id, words: `${reference} is cancelled.` })}
      onClose={onClose}
    >
      <p>Nothing is debited, and its day is not collected later. The mandate stays as it is.</p>
    </ActionDialog>
  );
}

function RetryDialog({ transaction, rights, onClose }: TransactionProps & { onClose: () => void }) {
  const { id, reference } = transaction;
  const params = { merchantId: rights.merchantId, transactionId: id };
  return (
    <ActionDialog
      heading="Try this transaction again?"
      action="Try again"
      leave="Not now"
      draft={`retry ${id}`}
      send={() => call(retryCollection, { params, body: {} }).finally(refreshTransactions)}
      onDone={() => flashMessage({ place: id, words: `${reference} is tried again.` })}
      onClose={onClose}
    >
      <p>It goes out with the next session of the banks, for the same amount.</p>
    </ActionDialog>
  );
}

const mandateLink = (mandateId: string) =>
  linkOptions({ to: '/dashboard/mandates/$mandateId', params: { mandateId } });
const customerLink = (customerId: string) =>
  linkOptions({ to: '/dashboard/customers/$customerId', params: { customerId } });
const transactionLink = (transactionId: string) =>
  linkOptions({ to: '/dashboard/mandates/transactions/$transactionId', params: { transactionId } });

/** A transaction: what became of it and why, what it costs, what can be done. */
export function TransactionDetail({ transaction, rights }: TransactionProps) {
  const [asking, setAsking] = useState<'retry' | 'cancel' | null>(null);
  const { id, reference, state, customer, mandate, product } = transaction;
  const { merchantId, blocked, mayWrite } = rights;
  const close = () => setAsking(null);
  const actions = [
    {
      name: 'retry',
      label: 'Try again',
      blocked: blocked ?? whyNoRetry(transaction),
      onClick: () => setAsking('retry'),
    },
    {
      name: 'cancel',
      label: 'Cancel',
      blocked: blocked ?? whyNoCancel(transaction),
      onClick: () => setAsking('cancel'),
    },
  ];
  return (
    <DetailDrawer
      heading={`From ${transaction.customerName}`}
      state={state}
      reference={reference}
      actions={mayWrite ? actions : []}
      place={id}
      onClose={useBackTo('/dashboard/mandates/transactions')}
    >
      <Standing of={transaction} />
      <MoneyCard {...transaction} />
      <SummaryCard
        title="Debit"
        rows={[
          ['Day', showDay(transaction.collectionDay)],
          ['Due on', showDay(transaction.dueDay)],
          ['Own reference', transaction.merchantReference ?? 'none'],
          ['How it came', ORIGIN_WORDS[transaction.origin]],
          [
            'Mandate',
            <TextLink key="" link={mandateLink(mandate.id)}>
              {mandate.reference}
            </TextLink>,
          ],
          [
            'Customer',
            <TextLink key="" link={customerLink(customer.id)}>
              {customer.name}
            </TextLink>,
          ],
          ['Bank', `${transaction.customerBankName}, •••• ${transaction.accountLastFour}`],
          ['Product', product?.name ?? 'none'],
          ...(transaction.collectsAgain === null
            ? []
            : [
                [
                  'Collects again',
                  <TextLink key="" link={transactionLink(transaction.collectsAgain)}>
                    The returned one
                  </TextLink>,
                ] as const,
              ]),
        ]}
      />
      <Attempts attempts={transaction.attempts} />
      <EventHistory
        query={historyQuery(listCollectionEvents, { merchantId, transactionId: id })}
        fields={{}}
        words={EVENT_WORDS}
      />
      {asking === 'cancel' && (
        <CancelDialog transaction={transaction} rights={rights} onClose={close} />
      )}
      {asking === 'retry' && (
        <RetryDialog transaction={transaction} rights={rights} onClose={close} />
      )}
    </DetailDrawer>
  );
}

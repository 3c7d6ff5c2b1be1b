import { linkOptions } from '@tanstack/react-router';
import {
  exportAllCollections,
  getOverseenCollection,
  listAllCollections,
  listOverseenCollectionEvents,
  type OverseenCollection,
} from '@tegeka/contract/collections/collection-oversight.ts';
import type { CollectionAttempt } from '@tegeka/contract/collections/collections.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import type { ReactNode } from 'react';
import { endpointQuery, historyQuery } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { TextLink } from '#ui/detail/related-list.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { bankChoices } from '#ui/form/draft/bank-options.tsx';
import { defineList, type ListColumn } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import {
  Attempts,
  EVENT_WORDS,
  FILTERS,
  MoneyCard,
  NOTHING_IN,
  reasonOf,
  Standing,
} from './transaction-words.tsx';

type Column = ListColumn<OverseenCollection>;

const columns = (bank: readonly Column[], charges: readonly Column[]): Column[] => [
  {
    name: 'customer',
    label: 'Customer',
    value: ({ customerName }) => customerName,
    sub: ({ reference }) => reference,
  },
  {
    name: 'merchant',
    label: 'Merchant',
    value: ({ merchantName }) => merchantName,
    sub: ({ merchantBankName }) => merchantBankName,
  },
  ...bank,
  { name: 'amount', label: 'Amount', kind: 'money', value: (row) => row.amount, sort: 'amount' },
  ...charges,
  {
    name: 'day',
    label: 'Day',
    kind: 'date',
    value: ({ collectionDay }) => collectionDay,
    sort: 'collectionDay',
  },
  { name: 'state', label: 'Status', kind: 'state', value: (row) => row.transactionStatus },
  { name: 'reason', label: 'Reason', value: reasonOf },
  { name: 'mandate', label: 'Mandate', value: ({ mandate }) => mandate.reference, hidden: true },
  {
    name: 'made',
    label: 'Made',
    kind: 'moment',
    value: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    hidden: true,
  },
];

const options = {
  path: '/dashboard/mandates/transactions',
  one: 'transaction',
  many: 'transactions',
  icon: 'transactions',
  link: ({ id }: OverseenCollection) =>
    linkOptions({
      to: '/dashboard/mandates/transactions/$transactionId',
      params: { transactionId: id },
    }),
  searches: 'the beginning of references',
  rareStates: ['UNKNOWN', 'RETURNED', 'CANCELLED', 'REJECTED'],
  nothingIn: NOTHING_IN,
  export: exportAllCollections,
} as const;

const ofBank = defineList(listAllCollections, {
  ...options,
  columns: columns([], []),
  filters: FILTERS,
});

const ofAllBanks = defineList(listAllCollections, {
  ...options,
  columns: columns(
    [{ name: 'bank', label: "Customer's bank", value: (row) => row.customerBankName }],
    [
      { name: 'charge', label: 'Charge', kind: 'negated', value: (row) => row.transactionCharge },
      {
        name: 'duty',
        label: 'Excise duty',
        kind: 'negated',
        value: (row) => row.exciseDuty,
        hidden: true,
      },
    ],
  ),
  filters: [...FILTERS, { kind: 'select', key: 'bankId', label: 'Bank' }],
});

/** The transactions that this app's people oversee: all of them, or those of their bank's payers. */
export const overseenTransactions = () => (config().domain === 'BANK' ? ofBank : ofAllBanks);

/** The transactions across merchants by state, searched and filtered. */
export function TransactionOverseenList({ actions }: { actions: ReactNode }) {
  return (
    <ListScreen
      list={overseenTransactions()}
      params={undefined}
      choices={{ bankId: bankChoices }}
      actions={actions}
      empty={
        config().domain === 'BANK'
          ? 'Every debit of an account at your bank is listed here, with what became of it.'
          : 'Every debit of every merchant is listed here, with what became of it.'
      }
    />
  );
}

export const overseenTransactionQuery = (transactionId: string) =>
  endpointQuery(getOverseenCollection, { params: { transactionId } });

/** A transaction as operators and the payer's bank read it. */
export function TransactionOverseenDetail({
  transaction,
}: {
  transaction: OverseenCollection & { attempts: readonly CollectionAttempt[] };
}) {
  const { id, reference, state, mandate } = transaction;
  const mandateLink = linkOptions({
    to: '/dashboard/mandates/$mandateId',
    params: { mandateId: mandate.id },
  });
  return (
    <DetailDrawer
      heading={`From ${transaction.customerName}`}
      state={state}
      reference={reference}
      onClose={useBackTo('/dashboard/mandates/transactions')}
    >
      <Standing of={transaction} forBank={config().domain === 'BANK'} />
      <MoneyCard {...transaction} />
      <SummaryCard
        title="Debit"
        rows={[
          ['Day', showDay(transaction.collectionDay)],
          ['Due on', showDay(transaction.dueDay)],
          ['Merchant', transaction.merchantName],
          ["Merchant's bank", transaction.merchantBankName ?? 'none'],
          ['Bank', `${transaction.customerBankName}, •••• ${transaction.accountLastFour}`],
          [
            'Mandate',
            <TextLink key="" link={mandateLink}>
              {mandate.reference}
            </TextLink>,
          ],
        ]}
      />
      <Attempts attempts={transaction.attempts} />
      <EventHistory
        query={historyQuery(listOverseenCollectionEvents, { transactionId: id })}
        fields={{}}
        words={EVENT_WORDS}
      />
    </DetailDrawer>
  );
}

import {
  exportAllCollections,
  getOverseenCollection,
  listAllCollections,
  listOverseenCollectionEvents,
} from '@tegeka/contract/collections/collection-oversight.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { endpointQuery, historyQuery } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { columnsOf, FILTERS, TRANSACTIONS } from './transaction-columns.ts';
import { TransactionDrawer } from './transaction-drawer.tsx';

const options = {
  ...TRANSACTIONS,
  searches: 'the beginning of references',
  export: exportAllCollections,
} as const;

const MANDATE_FILTER = {
  kind: 'lookup',
  key: 'mandateId',
  label: 'Mandate',
  lookup: 'overseenMandates',
} as const;

/**
 * Filter by the state of a dispute. An accepted one that is still settled waits for the return of the
 * bank.
 */
const DISPUTE_FILTER = {
  kind: 'select',
  key: 'dispute',
  label: 'Dispute',
  options: [
    { value: 'OPEN', label: 'Open' },
    { value: 'ACCEPTED', label: 'Accepted by the bank' },
    { value: 'REFUSED', label: 'Refused by the bank' },
    { value: 'LAPSED', label: 'Not decided in time' },
  ],
} as const;

const ofBank = defineList(listAllCollections, {
  ...options,
  columns: [
    ...columnsOf(['customer', 'merchant', 'amount', 'day', 'state', 'reason']),
    ...columnsOf(['mandate', 'made'], true),
  ],
  filters: [...FILTERS, MANDATE_FILTER, DISPUTE_FILTER],
});

const ofAllBanks = defineList(listAllCollections, {
  ...options,
  columns: [
    ...columnsOf(['customer', 'merchant', 'bank', 'amount', 'charge', 'day', 'state', 'reason']),
    ...columnsOf(['duty', 'net', 'mandate', 'made'], true),
  ],
  filters: [
    ...FILTERS,
    { kind: 'lookup', key: 'merchantId', label: 'Merchant', lookup: 'merchants' },
    MANDATE_FILTER,
    DISPUTE_FILTER,
    { kind: 'select', key: 'bankId', label: 'Bank', choices: 'banks' },
  ],
});

const isBank = () => config().domain === 'BANK';

/** The transactions that this app's people oversee: all of them, or those of their bank's payers. */
export const overseenTransactions = () => (isBank() ? ofBank : ofAllBanks);

export function TransactionOverseenList() {
  return (
    <ListScreen
      list={overseenTransactions()}
      params={undefined}
      empty={
        isBank()
          ? 'Every debit of an account at your bank is listed here, with what became of it.'
          : 'Every debit of every merchant is listed here, with what became of it.'
      }
    />
  );
}

export const overseenTransactionQuery = (transactionId: string) =>
  endpointQuery(getOverseenCollection, { params: { transactionId } });

/** The detail of a transaction for operators and the bank of the payer. */
export function TransactionOverseenDetail({
  transaction,
}: {
  transaction: OutputOf<typeof getOverseenCollection>;
}) {
  const { id, merchantName, merchantBankName } = transaction;
  return (
    <TransactionDrawer
      transaction={transaction}
      forBank={isBank()}
      rows={[
        ['Merchant', merchantName],
        ["Merchant's bank", merchantBankName ?? 'none'],
      ]}
      history={historyQuery(listOverseenCollectionEvents, { transactionId: id })}
    />
  );
}

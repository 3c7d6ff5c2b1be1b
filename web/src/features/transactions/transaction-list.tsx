import { linkOptions } from '@tanstack/react-router';
import { exportCollections, listCollections } from '@tegeka/contract/collections/collections.ts';
import { lazy, Suspense } from 'react';
import type { MerchantRights } from '#platform/session/session.ts';
import { customerLookup, mandateLookup, productChoices } from '#ui/form/merchant-choices.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { FILTERS, LIST_PLACE, NOTHING_IN, reasonOf } from './transaction-words.tsx';

/** The transactions of a business. */
export const transactionList = defineList(listCollections, {
  path: '/dashboard/mandates/transactions',
  one: 'transaction',
  many: 'transactions',
  icon: 'transactions',
  columns: [
    {
      name: 'customer',
      label: 'Customer',
      value: ({ customerName }) => customerName,
      sub: ({ reference }) => reference,
    },
    { name: 'customerBank', label: "Customer's bank", value: (row) => row.customerBankName },
    { name: 'amount', label: 'Amount', kind: 'money', value: (row) => row.amount, sort: 'amount' },
    { name: 'charge', label: 'Charge', kind: 'negated', value: (row) => row.transactionCharge },
    { name: 'duty', label: 'Excise duty', kind: 'negated', value: (row) => row.exciseDuty },
    {
      name: 'day',
      label: 'Day',
      kind: 'date',
      value: ({ collectionDay }) => collectionDay,
      sort: 'collectionDay',
    },
    { name: 'state', label: 'Status', kind: 'state', value: (row) => row.transactionStatus },
    { name: 'reason', label: 'Reason', value: reasonOf },
    { name: 'net', label: 'Net', kind: 'money', value: ({ net }) => net, hidden: true },
    {
      name: 'own',
      label: 'Own reference',
      value: ({ merchantReference }) => merchantReference,
      hidden: true,
    },
    { name: 'mandate', label: 'Mandate', value: ({ mandate }) => mandate.reference, hidden: true },
    {
      name: 'product',
      label: 'Product',
      value: ({ product }) => product?.name ?? null,
      hidden: true,
    },
    {
      name: 'merchant',
      label: 'Merchant',
      value: ({ merchantName }) => merchantName,
      hidden: true,
    },
    {
      name: 'merchantBank',
      label: "Merchant's bank",
      value: ({ merchantBankName }) => merchantBankName,
      hidden: true,
    },
    {
      name: 'made',
      label: 'Made',
      kind: 'moment',
      value: ({ createdAt }) => createdAt,
      sort: 'createdAt',
      hidden: true,
    },
  ],
  link: ({ id }) =>
    linkOptions({
      to: '/dashboard/mandates/transactions/$transactionId',
      params: { transactionId: id },
    }),
  searches: 'references and customers',
  rareStates: ['UNKNOWN', 'RETURNED', 'CANCELLED', 'REJECTED'],
  nothingIn: NOTHING_IN,
  filters: [
    ...FILTERS,
    { kind: 'lookup', key: 'customerId', label: 'Customer' },
    { kind: 'lookup', key: 'mandateId', label: 'Mandate' },
    { kind: 'select', key: 'productId', label: 'Product' },
  ],
  export: exportCollections,
});

// Beside the list, and never in its way.
const TransactionUploadNote = lazy(async () => ({
  default: (await import('./transaction-import.tsx')).TransactionUploadNote,
}));

/** The transactions of a business, or how the first one comes to be. */
export function TransactionList({ rights }: { rights: MerchantRights }) {
  const { merchantId } = rights;
  return (
    <ListScreen
      list={transactionList}
      params={{ merchantId }}
      lookups={{ customerId: customerLookup(merchantId), mandateId: mandateLookup(merchantId) }}
      choices={{ productId: productChoices(merchantId) }}
      add={{
        ...rights,
        to: '/dashboard/mandates/transactions/new',
        label: 'Collect',
        uploads: '/dashboard/mandates/transactions/uploads',
      }}
      place={LIST_PLACE}
      notes={
        <Suspense>{rights.mayWrite && <TransactionUploadNote merchantId={merchantId} />}</Suspense>
      }
      empty="Every debit is listed here with its amount, its charges and what became of it. Those of a schedule come by themselves a few days before they are due."
    />
  );
}

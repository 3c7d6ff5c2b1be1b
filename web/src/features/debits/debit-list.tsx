import { OUTCOME_NAMES, OUTCOMES } from '@tegeka/contract/debits/debit-outcomes.ts';
import { exportDebits, listDebits } from '@tegeka/contract/debits/debits.ts';
import { lazy, Suspense } from 'react';
import type { MerchantRights } from '#platform/session/session.ts';
import { useOpenWork } from '#ui/imports/import-screens.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { columnsOf, FILTERS, TRANSACTIONS } from './debit-columns.ts';
import { LIST_PLACE } from './debit-labels.ts';

export const debitList = defineList(listDebits, {
  ...TRANSACTIONS,
  columns: [
    ...columnsOf(['customer', 'bank', 'amount', 'charge', 'duty', 'day', 'state', 'reason']),
    ...columnsOf(['net'], true),
    {
      name: 'own',
      label: 'Your reference',
      value: ({ merchantReference }) => merchantReference,
      hidden: true,
    },
    {
      name: 'product',
      label: 'Product',
      value: ({ product }) => product?.name ?? null,
      hidden: true,
    },
    ...columnsOf(['mandate', 'merchant', 'made'], true),
  ],
  searches: 'references and customers',
  filters: [
    ...FILTERS,
    {
      kind: 'select',
      key: 'outcome',
      label: 'Outcome',
      options: OUTCOME_NAMES.map((value) => ({ value, label: OUTCOMES[value].label })),
    },
    { kind: 'lookup', key: 'customerId', label: 'Customer', lookup: 'customers' },
    { kind: 'lookup', key: 'mandateId', label: 'Mandate', lookup: 'mandates' },
    { kind: 'lookup', key: 'productId', label: 'Product', lookup: 'products' },
  ],
  export: exportDebits,
});

// Lazy: needed only during an upload.
const DebitUploadNote = lazy(async () => ({
  default: (await import('./debit-import.tsx')).DebitUploadNote,
}));

/** The transactions of a business, or the empty state with where they come from. */
export function DebitList({ rights }: { rights: MerchantRights }) {
  const { merchantId, mayWrite } = rights;
  const isUploading = useOpenWork(merchantId)?.uploads.includes('transactions');
  return (
    <ListScreen
      list={debitList}
      params={{ merchantId }}
      add={{
        ...rights,
        to: '/dashboard/mandates/transactions/new',
        label: 'Collect',
        uploads: '/dashboard/mandates/transactions/uploads',
      }}
      place={LIST_PLACE}
      notes={
        <Suspense>
          {mayWrite && isUploading && <DebitUploadNote merchantId={merchantId} />}
        </Suspense>
      }
      empty="Every debit is listed here with its amount, its charges and what became of it. Those of a schedule come by themselves a few days before they are due."
    />
  );
}

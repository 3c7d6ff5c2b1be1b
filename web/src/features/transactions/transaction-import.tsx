import { linkOptions } from '@tanstack/react-router';
import {
  COLLECTION_IMPORT,
  COLLECTION_IMPORTS,
} from '@tegeka/contract/collections/collection-imports.ts';
import { ImportOpenNote } from '#ui/imports/import-links.tsx';
import type { ImportScreens } from '#ui/imports/import-screens.ts';

export const transactionImport: ImportScreens = {
  kind: COLLECTION_IMPORT,
  endpoints: COLLECTION_IMPORTS,
  home: linkOptions({ to: '/dashboard/mandates/transactions/uploads' }),
  one: (importId) =>
    linkOptions({ to: '/dashboard/mandates/transactions/uploads/$importId', params: { importId } }),
  list: linkOptions({ to: '/dashboard/mandates/transactions' }),
  listLabel: 'Transactions',
  made: {
    link: linkOptions({ to: '/dashboard/mandates/transactions' }),
    search: { status: 'PENDING' },
    label: 'See the transactions',
  },
  fileLabel: 'Transaction file',
  rowText:
    'Each row collects once by a mandate, under a reference of your own. Without an amount it is that of the mandate; without a day it is the earliest one that the notice to the payer allows.',
  template: '/transactions-template',
  looksAt: 'mandates, amounts, limits, days, and references that were used before',
  known: {
    title: 'These references were used before',
    none: 'There is nothing new to import. An upload never collects a second time under a reference that was used.',
    have: {
      one: 'names a reference that was used before',
      many: 'name references that were used before',
    },
    some: {
      one: 'An import makes the new transaction and collects nothing a second time.',
      many: 'An import makes the new transactions and collects nothing a second time.',
    },
  },
  follows:
    'The payers are told at once. Until they are sent to the bank, transactions can be cancelled one by one. What the rows together take beyond a limit is listed as rejected.',
  names: [],
  reference: 'reference',
  stale: ['listTransactions', 'getTransactionFigures'],
};

/** Says over the list that an upload of transactions has not ended. */
export function TransactionUploadNote({ merchantId }: { merchantId: string }) {
  return <ImportOpenNote screens={transactionImport} merchantId={merchantId} />;
}

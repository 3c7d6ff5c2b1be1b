import { linkOptions } from '@tanstack/react-router';
import { DEBIT_IMPORT, DEBIT_IMPORTS } from '@tegeka/contract/debits/debit-imports.ts';
import { ImportOpenNote } from '#ui/imports/import-open.tsx';
import type { ImportScreens } from '#ui/imports/import-screens.ts';

export const debitImport: ImportScreens = {
  kind: DEBIT_IMPORT,
  endpoints: DEBIT_IMPORTS,
  home: '/dashboard/mandates/transactions/uploads',
  one: (importId) =>
    linkOptions({ to: '/dashboard/mandates/transactions/uploads/$importId', params: { importId } }),
  list: '/dashboard/mandates/transactions',
  listLabel: 'Transactions',
  made: { search: { status: 'PENDING' }, label: 'See the transactions' },
  fileLabel: 'Transaction file',
  rowText:
    'Each row collects once by a mandate, under a reference of your own. Without an amount it is that of the mandate; without a day it is the earliest one that the notice to the payer allows.',
  template: '/transactions-template',
  looksAt: 'mandates, amounts, limits, days, and references that were used before',
  known: {
    title: 'These references were used before',
    text: 'An upload never collects a second time under a reference that was used.',
  },
  follows:
    'The payers are told at once. Until they are sent to the bank, transactions can be cancelled one by one. What the rows together take beyond a limit is listed as rejected.',
};

/** Note above the list: an upload of transactions is not finished. */
export function DebitUploadNote({ merchantId }: { merchantId: string }) {
  return <ImportOpenNote screens={debitImport} merchantId={merchantId} />;
}

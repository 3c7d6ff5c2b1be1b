import { createFileRoute } from '@tanstack/react-router';
import { debitImport } from '#features/debits/debit-import.tsx';
import { uploadsLoader, uploadsScreen } from '#ui/imports/import-routes.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

export const Route = createFileRoute('/dashboard/mandates/transactions/uploads')({
  staticData: { title: 'Uploads', domains: ['MERCHANT'], permission: 'transactions.write' },
  validateSearch: listSearchOf,
  loaderDeps: ({ search: { page = 0 } }) => ({ page }),
  loader: uploadsLoader(debitImport),
  component: withRights('transactions.write', uploadsScreen(debitImport)),
});

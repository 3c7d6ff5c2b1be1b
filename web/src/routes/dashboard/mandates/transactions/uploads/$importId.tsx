import { createFileRoute } from '@tanstack/react-router';
import { transactionImport } from '#features/transactions/transaction-import.tsx';
import { loadUpload } from '#ui/imports/import-calls.ts';
import { ImportPage } from '#ui/imports/import-page.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Upload() {
  const ids = Route.useLoaderData();
  return <ImportPage key={ids.importId} screens={transactionImport} ids={ids} />;
}

export const Route = createFileRoute('/dashboard/mandates/transactions/uploads/$importId')({
  staticData: { title: 'Upload', roles: ['transactions.write'] },
  validateSearch: listSearchOf,
  loader: ({ params }) => loadUpload(transactionImport, params.importId),
  component: Upload,
});

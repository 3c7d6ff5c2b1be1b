import { createFileRoute } from '@tanstack/react-router';
import { debitImport } from '#features/debits/debit-import.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';
import { loadUploads } from '#ui/imports/import-calls.ts';
import { ImportHome } from '#ui/imports/import-home.tsx';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Uploads() {
  const blocked = useMerchantRights('transactions.write')?.blocked ?? null;
  return (
    <>
      <ImportHome {...Route.useLoaderData()} screens={debitImport} blocked={blocked} />
      <ListDrawers />
    </>
  );
}

export const Route = createFileRoute('/dashboard/mandates/transactions/uploads')({
  staticData: { title: 'Uploads', roles: ['transactions.write'] },
  validateSearch: listSearchOf,
  loaderDeps: ({ search: { page = 0 } }) => ({ page }),
  loader: ({ deps: { page } }) => loadUploads(debitImport, page),
  component: Uploads,
});

import { createFileRoute } from '@tanstack/react-router';
import { customerImport } from '#features/customers/customer-import.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';
import { loadUploads } from '#ui/imports/import-calls.ts';
import { ImportHome } from '#ui/imports/import-home.tsx';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Uploads() {
  const blocked = useMerchantRights('customers.write')?.blocked ?? null;
  return (
    <>
      <ImportHome {...Route.useLoaderData()} screens={customerImport} blocked={blocked} />
      <ListDrawers />
    </>
  );
}

export const Route = createFileRoute('/dashboard/customers/uploads')({
  staticData: { title: 'Uploads', roles: ['customers.write'] },
  validateSearch: listSearchOf,
  loaderDeps: ({ search: { page = 0 } }) => ({ page }),
  loader: ({ deps: { page } }) => loadUploads(customerImport, page),
  component: Uploads,
});

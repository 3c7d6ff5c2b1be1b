import { createFileRoute } from '@tanstack/react-router';
import { mandateImport } from '#features/mandates/mandate-import.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';
import { loadUploads } from '#ui/imports/import-calls.ts';
import { ImportHome } from '#ui/imports/import-home.tsx';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Uploads() {
  const blocked = useMerchantRights('mandates.write')?.blocked ?? null;
  return (
    <>
      <ImportHome {...Route.useLoaderData()} screens={mandateImport} blocked={blocked} />
      <ListDrawers />
    </>
  );
}

export const Route = createFileRoute('/dashboard/mandates/uploads')({
  staticData: { title: 'Uploads', roles: ['mandates.write'] },
  validateSearch: listSearchOf,
  loaderDeps: ({ search: { page = 0 } }) => ({ page }),
  loader: ({ deps: { page } }) => loadUploads(mandateImport, page),
  component: Uploads,
});

import { createFileRoute } from '@tanstack/react-router';
import { mandateImport } from '#features/mandates/mandate-import.tsx';
import { uploadsLoader, uploadsScreen } from '#ui/imports/import-routes.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

export const Route = createFileRoute('/dashboard/mandates/uploads')({
  staticData: { title: 'Uploads', domains: ['MERCHANT'], permission: 'mandates.write' },
  validateSearch: listSearchOf,
  loaderDeps: ({ search: { page = 0 } }) => ({ page }),
  loader: uploadsLoader(mandateImport),
  component: withRights('mandates.write', uploadsScreen(mandateImport)),
});

import { createFileRoute } from '@tanstack/react-router';
import { mandateImport } from '#features/mandates/mandate-import.tsx';
import { loadUpload } from '#ui/imports/import-calls.ts';
import { ImportPage } from '#ui/imports/import-page.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Upload() {
  const ids = Route.useLoaderData();
  return <ImportPage key={ids.importId} screens={mandateImport} ids={ids} />;
}

export const Route = createFileRoute('/dashboard/mandates/uploads/$importId')({
  staticData: { title: 'Upload', roles: ['mandates.write'] },
  validateSearch: listSearchOf,
  loader: ({ params }) => loadUpload(mandateImport, params.importId),
  component: Upload,
});

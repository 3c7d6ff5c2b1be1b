import { createFileRoute } from '@tanstack/react-router';
import { customerImport } from '#features/customers/customer-import.tsx';
import { loadUpload } from '#ui/imports/import-calls.ts';
import { ImportPage } from '#ui/imports/import-page.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Upload() {
  const ids = Route.useLoaderData();
  return <ImportPage key={ids.importId} screens={customerImport} ids={ids} />;
}

export const Route = createFileRoute('/dashboard/customers/uploads/$importId')({
  staticData: { title: 'Upload', roles: ['customers.write'] },
  validateSearch: listSearchOf,
  loader: ({ params }) => loadUpload(customerImport, params.importId),
  component: Upload,
});

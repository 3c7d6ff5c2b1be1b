import { createFileRoute } from '@tanstack/react-router';
import { debitImport } from '#features/debits/debit-import.tsx';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { loadUpload } from '#ui/imports/import-calls.ts';
import { ImportDetail } from '#ui/imports/import-detail.tsx';

function Upload() {
  const ids = Route.useLoaderData();
  return <ImportDetail key={ids.importId} screens={debitImport} ids={ids} />;
}

export const Route = createFileRoute('/dashboard/mandates/transactions/uploads/$importId')({
  staticData: { overlay: true },
  loader: ({ params }) => loadUpload(debitImport, params.importId),
  pendingComponent: () => <DetailSkeleton list="/dashboard/mandates/transactions/uploads" />,
  component: Upload,
});

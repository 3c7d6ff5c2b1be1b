import { createFileRoute } from '@tanstack/react-router';
import { customerImport } from '#features/customers/customer-import.tsx';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { loadUpload } from '#ui/imports/import-calls.ts';
import { ImportDetail } from '#ui/imports/import-detail.tsx';

function Upload() {
  const ids = Route.useLoaderData();
  return <ImportDetail key={ids.importId} screens={customerImport} ids={ids} />;
}

export const Route = createFileRoute('/dashboard/customers/uploads/$importId')({
  staticData: { overlay: true },
  loader: ({ params }) => loadUpload(customerImport, params.importId),
  pendingComponent: () => <DetailSkeleton list="/dashboard/customers/uploads" />,
  component: Upload,
});

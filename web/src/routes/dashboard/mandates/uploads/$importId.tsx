import { createFileRoute } from '@tanstack/react-router';
import { mandateImport } from '#features/mandates/mandate-import.tsx';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { loadUpload } from '#ui/imports/import-calls.ts';
import { ImportDetail } from '#ui/imports/import-detail.tsx';

function Upload() {
  const ids = Route.useLoaderData();
  return <ImportDetail key={ids.importId} screens={mandateImport} ids={ids} />;
}

export const Route = createFileRoute('/dashboard/mandates/uploads/$importId')({
  staticData: { overlay: true },
  loader: ({ params }) => loadUpload(mandateImport, params.importId),
  pendingComponent: () => <DetailSkeleton list="/dashboard/mandates/uploads" />,
  component: Upload,
});

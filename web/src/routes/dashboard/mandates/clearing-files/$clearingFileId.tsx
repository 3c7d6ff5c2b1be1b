import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ClearingFileDetail, clearingFileQuery } from '#features/clearing/clearing-file-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';

function One() {
  const { data: file } = useQuery(clearingFileQuery(Route.useParams().clearingFileId), cache);
  return file && <ClearingFileDetail key={file.id} file={file} />;
}

export const Route = createFileRoute('/dashboard/mandates/clearing-files/$clearingFileId')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    await foundOr404(cache.fetchQuery(clearingFileQuery(params.clearingFileId)));
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/mandates/clearing-files" />,
  component: One,
});

import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { BankFileDetail, bankFileQuery } from '#features/clearing/clearing-files.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';

function One() {
  const { data: file } = useQuery(bankFileQuery(Route.useParams().bankFileId), cache);
  return file && <BankFileDetail key={file.id} file={file} />;
}

export const Route = createFileRoute('/dashboard/mandates/bank-files/$bankFileId')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    await foundOr404(cache.fetchQuery(bankFileQuery(params.bankFileId)));
  },
  pendingMs: 200,
  pendingComponent: function Loading() {
    return <DetailSkeleton onClose={useBackTo('/dashboard/mandates/bank-files')} />;
  },
  component: One,
});

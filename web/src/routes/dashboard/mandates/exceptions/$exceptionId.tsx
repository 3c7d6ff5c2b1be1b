import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ExceptionDetail, exceptionQuery } from '#features/clearing/clearing-exceptions.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';

function One() {
  const { data: exception } = useQuery(exceptionQuery(Route.useParams().exceptionId), cache);
  return exception && <ExceptionDetail key={exception.id} exception={exception} />;
}

export const Route = createFileRoute('/dashboard/mandates/exceptions/$exceptionId')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    await foundOr404(cache.fetchQuery(exceptionQuery(params.exceptionId)));
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/mandates/exceptions" />,
  component: One,
});

import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ApprovalDetail, requestQuery } from '#features/approvals/approval-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';

function Request() {
  const { data: request } = useQuery(requestQuery(Route.useParams().requestId), cache);
  return request && <ApprovalDetail key={request.id} request={request} />;
}

export const Route = createFileRoute('/dashboard/approval-requests/$requestId')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    await foundOr404(cache.fetchQuery(requestQuery(params.requestId)));
  },
  onEnter: () => flashMessage(null),
  pendingComponent: () => <DetailSkeleton list="/dashboard/approval-requests" />,
  component: Request,
});

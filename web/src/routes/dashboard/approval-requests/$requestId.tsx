import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { fetchRequest } from '#features/approvals/approval-calls.ts';
import { ApprovalDetail, ApprovalDetailSkeleton } from '#features/approvals/approval-detail.tsx';
import { useSession } from '#platform/session/session.ts';

function useClose(): () => void {
  const search = Route.useSearch();
  const navigate = useNavigate();
  return () => void navigate({ to: '/dashboard/approval-requests', search });
}

function Request() {
  const request = Route.useLoaderData();
  const router = useRouter();
  const close = useClose();
  const mayDecide = useSession()?.user.roles.includes('approvals.decide') ?? false;
  return (
    <ApprovalDetail
      key={request.id}
      request={request}
      mayDecide={mayDecide}
      onReload={() => router.invalidate()}
      onClose={close}
    />
  );
}

function Loading() {
  return <ApprovalDetailSkeleton onClose={useClose()} />;
}

export const Route = createFileRoute('/dashboard/approval-requests/$requestId')({
  staticData: { overlay: true },
  loader: ({ params, abortController }) => fetchRequest(params.requestId, abortController.signal),
  pendingMs: 200,
  pendingComponent: Loading,
  component: Request,
});

import { createFileRoute } from '@tanstack/react-router';
import { ApprovalDetail, requestQuery } from '#features/approvals/approval-detail.tsx';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';

const drawer: DrawerRoute<'requestId'> = detailRoute({
  back: '/dashboard/approval-requests',
  query: ({ requestId }) => requestQuery(requestId),
  Detail: ({ entity }) => <ApprovalDetail request={entity} />,
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/approval-requests/$requestId')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});

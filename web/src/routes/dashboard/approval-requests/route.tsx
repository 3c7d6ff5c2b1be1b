import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router';
import { fetchRequests } from '#features/approvals/approval-calls.ts';
import { ApprovalList, ApprovalSkeleton } from '#features/approvals/approval-list.tsx';
import { type ApprovalSearch, approvalSearchOf } from '#features/approvals/approval-search.ts';

function Inbox() {
  const search = Route.useSearch();
  const answer = Route.useLoaderData();
  const { isFetching } = Route.useMatch();
  const navigate = useNavigate({ from: '/dashboard/approval-requests' });
  const go = (next: ApprovalSearch) => void navigate({ search: next, replace: true });
  return (
    <>
      <ApprovalList answer={answer} search={search} busy={isFetching !== false} onSearch={go} />
      <Outlet />
    </>
  );
}

export const Route = createFileRoute('/dashboard/approval-requests')({
  staticData: { title: 'Inbox', roles: ['approvals.read'] },
  validateSearch: approvalSearchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, abortController }) => fetchRequests(deps, abortController.signal),
  pendingMs: 200,
  pendingComponent: ApprovalSkeleton,
  component: Inbox,
});

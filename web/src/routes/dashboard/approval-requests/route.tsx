import { createFileRoute } from '@tanstack/react-router';
import { approvalList, ApprovalList } from '#features/approvals/approval-list.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

export const Route = createFileRoute('/dashboard/approval-requests')({
  staticData: { title: 'Inbox', roles: ['approvals.read'] },
  validateSearch: listSearchOf,
  loader: ({ location }) => {
    prefetchList(approvalList, undefined, listSearchOf(location.search));
  },
  component: () => (
    <>
      <ApprovalList />
      <ListDrawers />
    </>
  ),
});

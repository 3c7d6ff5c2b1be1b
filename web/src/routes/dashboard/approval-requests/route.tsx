import { createFileRoute } from '@tanstack/react-router';
import { approvalList, ApprovalList } from '#features/approvals/approval-list.tsx';
import { listRoute, type ListRoute, noParams } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const list: ListRoute = listRoute({
  list: approvalList,
  params: noParams,
  Screen: ApprovalList,
});
const { loader, component } = list;

export const Route = createFileRoute('/dashboard/approval-requests')({
  staticData: { title: 'Inbox', permission: 'approvals.read' },
  validateSearch: listSearchOf,
  loader,
  component,
});

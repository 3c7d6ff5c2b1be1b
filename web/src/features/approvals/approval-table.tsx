import type { RequestSummary } from '@tegeka/contract/approvals.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { Link } from '@tanstack/react-router';
import type { ApprovalSearch } from '#features/approvals/approval-search.ts';
import { STATE_WORDS } from '#features/approvals/approval-words.ts';
import { type Column, DataTable } from '#ui/list/data-table.tsx';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import css from './approvals.module.css';

const columnsOf = (search: ApprovalSearch): readonly Column<RequestSummary>[] => [
  {
    label: 'Request',
    cell: ({ id, title, actionLabel, attempt }) => (
      <div>
        <Link
          to="/dashboard/approval-requests/$requestId"
          params={{ requestId: id }}
          search={search}
          className={css.title}
        >
          {title}
        </Link>
        <span className={css.sub}>
          {actionLabel}
          {attempt > 1 && `, sent again (attempt ${attempt})`}
        </span>
      </div>
    ),
  },
  { label: 'Made by', cell: ({ maker }) => maker },
  { label: 'Submitted', cell: ({ createdAt }) => showMoment(createdAt) },
  {
    label: 'Approvals',
    cell: ({ approvals, approvalsNeeded }) => `${approvals} of ${approvalsNeeded}`,
  },
  {
    label: 'State',
    cell: ({ state }) => <StatusBadge value={STATE_WORDS[state]} />,
    corner: true,
  },
];

/** The requests of a page; each leads to its own address. */
export function ApprovalTable(props: {
  requests: readonly RequestSummary[];
  search: ApprovalSearch;
  busy: boolean;
}) {
  return (
    <DataTable
      label="Approval requests"
      columns={columnsOf(props.search)}
      rows={props.requests}
      keyOf={({ id }) => id}
      busy={props.busy}
    />
  );
}

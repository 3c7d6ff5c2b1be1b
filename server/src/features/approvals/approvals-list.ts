import {
  APPROVAL_REQUEST,
  listRequests,
  REQUEST_STATES,
  type RequestSummary,
} from '@tegeka/contract/approvals.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { FeatureSearch } from '#platform/feature.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { type ApprovalHandlers, handlerOf } from './approvals-actions.ts';
import {
  type Checker,
  inboxOf,
  type RequestRow,
  requestsBefore,
  requestStateOf,
} from './approvals-store.ts';

export function summaryOf(row: RequestRow, handlers: ApprovalHandlers): RequestSummary {
  return {
    id: row.id,
    action: row.action,
    actionLabel: handlerOf(handlers, row.action).words.label,
    title: row.title,
    state: requestStateOf(row.state),
    maker: row.maker_name,
    // A change of something that stands is no further attempt of the change before.
    attempt: row.payload === null ? row.attempt : 1,
    approvals: row.approvals,
    approvalsNeeded: row.approvals_needed,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** The requests before a reader. */
export function requestList(
  reader: Pick<Checker, 'domain' | 'organizationId'>,
  handlers: ApprovalHandlers,
) {
  return listSource({
    endpoint: listRequests,
    entity: 'approval_requests',
    states: REQUEST_STATES,
    rows: (tx: Tx) => requestsBefore(tx, reader).selectAll(),
    item: (row) => summaryOf(row, handlers),
    id: 'approval_requests.id',
    state: 'approval_requests.state',
    sorts: { createdAt: ['approval_requests.created_at'] },
    filters: { action: (action) => sql`approval_requests.action = ${action}` },
    organizationId: inboxOf(reader),
  });
}

export const REQUEST_SEARCH: FeatureSearch = {
  entity: 'approval_requests',
  label: 'Approval requests',
  domains: ['OPERATOR', 'BANK'],
  permission: 'approvals.read',
  organizationOf: inboxOf,
  read: async (tx, ids, caller) => {
    const rows = requestsBefore(tx, caller).select(['id', 'title', 'maker_name', 'state']);
    return (await rows.where('id', 'in', ids).execute()).map((row) => ({
      noun: APPROVAL_REQUEST.entity,
      id: row.id,
      title: row.title,
      sub: `Made by ${row.maker_name}`,
      state: row.state,
      path: `/dashboard/approval-requests/${row.id}`,
    }));
  },
};

import { APPROVAL_REQUEST, type RequestState } from '@tegeka/contract/approvals.ts';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { stateOf } from '@tegeka/contract/kit/state-machine.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { type Actor, type StateTable, transition } from '#platform/state/transition.ts';
import type { ApprovalRequests } from '#platform/database/tables.ts';
import type { ApprovalSubject } from './approvals-actions.ts';

/** Who reads or decides: the operators see what is put before them, a bank what is put before it. */
export interface Checker {
  userId: string;
  name: string;
  domain: Domain;
  organizationId: string;
}

/** The row of a request. */
export type RequestRow = Selectable<ApprovalRequests>;

const REQUESTS: StateTable<RequestState, 'approval_requests'> = {
  machine: APPROVAL_REQUEST,
  table: 'approval_requests',
};

/** A state by its name in the database. */
export function requestStateOf(name: string): RequestState {
  const state = stateOf(APPROVAL_REQUEST, name);
  if (!state) throw new Error(`${name} is no state of a request`);
  return state;
}

/** As no_organization() in the database. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** Whose words and counts those of a checker's requests are: operators check without an organization. */
export function inboxOf({ domain, organizationId }: Pick<Checker, 'domain' | 'organizationId'>) {
  return domain === 'OPERATOR' ? NO_ORGANIZATION : organizationId;
}

/** The requests that are before a checker. */
export function requestsBefore(tx: Tx, checker: Pick<Checker, 'domain' | 'organizationId'>) {
  return tx.selectFrom('approval_requests').where('inbox_id', '=', inboxOf(checker));
}

/** Locks a request that is before a checker until the transaction ends. */
export function lockRequest(tx: Tx, checker: Checker, id: string): Promise<RequestRow | undefined> {
  return requestsBefore(tx, checker)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** What a request is about. */
export interface RequestKey {
  action: string;
  entityId: string;
  /** The maker's organization. */
  organizationId: string;
}

/** All requests about something, of which one at the most is pending. */
export function requestsOf(tx: Tx, { action, entityId, organizationId }: RequestKey) {
  return tx
    .selectFrom('approval_requests')
    .where('organization_id', '=', organizationId)
    .where('action', '=', action)
    .where('entity_id', '=', entityId);
}

/** Locks a request by its id while it is pending. */
export function lockPending(tx: Tx, id: string): Promise<RequestRow | undefined> {
  return tx
    .selectFrom('approval_requests')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .forUpdate()
    .executeTakeFirst();
}

/** What an action learns of a locked request. */
export function subjectOf(request: RequestRow, actor: Actor, at: Date): ApprovalSubject {
  return {
    requestId: request.id,
    entityId: request.entity_id,
    organizationId: request.organization_id,
    payload: request.payload,
    actor,
    at,
  };
}

/** Leads a locked request into another state, and brings the row in hand up to date. */
export async function settleRequest(
  tx: Tx,
  request: RequestRow,
  settled: { to: RequestState; actor: Actor; reason: string | null; at: Date },
): Promise<void> {
  const { to, revision } = await transition(tx, REQUESTS, {
    ...settled,
    id: request.id,
    revision: request.revision,
    set: { settled_at: settled.at },
  });
  request.state = to;
  request.revision = revision;
}

import { APPROVAL_REQUEST, REQUEST_STATES, type RequestState } from '@tegeka/contract/approvals.ts';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import { type Actor, PLATFORM_OWNER, transition } from '#platform/state/transition.ts';
import type { ApprovalRequests } from '#platform/database/tables.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { ApprovalSubject } from './approvals-actions.ts';

/** A person who reads requests or decides on them: of the operators, or of one bank. */
export interface Checker {
  userId: string;
  name: string;
  domain: Domain;
  organizationId: string;
}

export type RequestRow = Selectable<ApprovalRequests>;

export const requestStateOf = (name: string): RequestState => z.enum(REQUEST_STATES).parse(name);

/** The owner of a checker's requests in search words and counts: a bank, or the platform for operators. */
export function inboxOf({ domain, organizationId }: Pick<Checker, 'domain' | 'organizationId'>) {
  return domain === 'OPERATOR' ? PLATFORM_OWNER : organizationId;
}

/** The requests that are before a checker. */
export function requestsBefore(tx: Tx, checker: Pick<Checker, 'domain' | 'organizationId'>) {
  return tx.selectFrom('approval_requests').where('inbox_id', '=', inboxOf(checker));
}

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

/** True where an approval was ever asked for: a condition of statements about rows with an `organization_id`. */
export function wasAsked(table: string, action: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from approval_requests r
    where r.organization_id = ${sql.ref(`${table}.organization_id`)} and r.action = ${action}
      and r.entity_id = ${sql.ref(`${table}.id`)})`;
}

/** What an action learns of a locked request; `now` is the wall clock. */
export async function subjectOf(
  tx: Tx,
  request: RequestRow,
  actor: Actor,
  now: Date,
): Promise<ApprovalSubject> {
  return {
    requestId: request.id,
    entityId: request.entity_id,
    organizationId: request.organization_id,
    payload: request.payload,
    actor,
    at: await businessTime(tx, now),
    now,
  };
}

/** Changes the state of a locked request, and updates the given row. */
export async function settleRequest(
  tx: Tx,
  request: RequestRow,
  settled: { to: RequestState; actor: Actor; reason: string | null; at: Date },
): Promise<void> {
  const requests = { machine: APPROVAL_REQUEST, table: 'approval_requests' } as const;
  const { to, revision } = await transition(tx, requests, {
    ...settled,
    id: request.id,
    revision: request.revision,
    set: { settled_at: settled.at },
  });
  request.state = to;
  request.revision = revision;
}

/**
 * The request about something that waits for a decision, by its id; null where none does. `lock` keeps
 * others from deciding.
 */
export async function findPending(tx: Tx, of: RequestKey, lock?: 'lock'): Promise<string | null> {
  const row = await requestsOf(tx, of)
    .select('id')
    .where('state', '=', 'PENDING')
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.id ?? null;
}

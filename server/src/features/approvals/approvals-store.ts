import {
  APPROVAL_ACTIONS,
  type ApprovalAction,
  REQUEST_TRANSITIONS,
  REQUEST_STATES,
  type RequestState,
} from '@tegeka/contract/approvals.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { Tx } from '#platform/database/database.ts';

/** Who reads or decides: the operators see what is put before them, a bank what is put before it. */
export interface Checker {
  userId: string;
  name: string;
  domain: string;
  organizationId: string;
}

/** Who moves a request. */
export interface Actor {
  id: string | null;
  name: string;
}

/** The platform itself, where no person moves a request. */
export const PLATFORM: Actor = { id: null, name: PRODUCT_NAME };

/** A state by its name in the database. */
export function requestStateOf(name: string): RequestState {
  const state = REQUEST_STATES.find((known) => known === name);
  if (!state) throw new Error(`${name} is no state of a request`);
  return state;
}

/** An action by its name in the database. */
export function actionOf(name: string): ApprovalAction {
  const action = APPROVAL_ACTIONS.find((known) => known === name);
  if (!action) throw new Error(`${name} is no action for approval`);
  return action;
}

/** The requests that are before a checker. */
export function requestsBefore(tx: Tx, checker: Pick<Checker, 'domain' | 'organizationId'>) {
  const all = tx.selectFrom('approval_requests').where('checkers', '=', checker.domain);
  // Operators check without an organization; said, so that the inbox's indexes give rows in order.
  if (checker.domain === 'OPERATOR') return all.where('checker_organization_id', 'is', null);
  return all.where('checker_organization_id', '=', checker.organizationId);
}

/** A request that is locked for a move until the transaction ends. */
export interface HeldRequest {
  id: string;
  action: ApprovalAction;
  entityId: string;
  organizationId: string;
  policyId: string;
  makerId: string;
  state: RequestState;
  step: number;
  approvals: number;
  approvalsNeeded: number;
  snapshotHash: string;
  snapshot: unknown;
  expiresAt: Date;
}

const HELD = [
  ...(['id', 'state', 'step', 'approvals', 'snapshot'] as const),
  'entity_id as entityId',
  'organization_id as organizationId',
  'policy_id as policyId',
  'maker_id as makerId',
  'approvals_needed as approvalsNeeded',
  'snapshot_hash as snapshotHash',
  'expires_at as expiresAt',
  'action',
] as const;

/** Locks a request that is before a checker; null where there is none. */
export async function lockRequest(
  tx: Tx,
  checker: Checker,
  id: string,
): Promise<HeldRequest | null> {
  const row = await requestsBefore(tx, checker)
    .select(HELD)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, state: requestStateOf(row.state), action: actionOf(row.action) } : null;
}

/** Locks the pending request of a thing; null where none is pending. */
export async function lockPending(
  tx: Tx,
  of: { action: ApprovalAction; entityId: string } | { id: string },
): Promise<HeldRequest | null> {
  const query = tx.selectFrom('approval_requests').select(HELD).where('state', '=', 'PENDING');
  const row = await (
    'id' in of
      ? query.where('id', '=', of.id)
      : query.where('action', '=', of.action).where('entity_id', '=', of.entityId)
  )
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, state: requestStateOf(row.state), action: actionOf(row.action) } : null;
}

/** One step of a request from a state to the next. */
export interface Transition {
  requestId: string;
  organizationId: string;
  from: RequestState | null;
  to: RequestState;
  actor: Actor;
  reason: string | null;
  at: Date;
}

/** Writes a move down. A second move from the same state hurts a unique index. */
export async function writeTransition(tx: Tx, move: Transition): Promise<void> {
  await tx
    .insertInto('approval_transitions')
    .values({
      ...{ request_id: move.requestId, at: move.at },
      ...{ organization_id: move.organizationId, from_state: move.from, to_state: move.to },
      ...{ actor_id: move.actor.id, actor_name: move.actor.name, reason: move.reason },
    })
    .execute();
}

/** Moves a held request to another state. What REQUEST_MOVES does not name is a bug. */
export async function transitionRequest(
  tx: Tx,
  request: HeldRequest,
  move: Pick<Transition, 'to' | 'actor' | 'reason' | 'at'>,
): Promise<void> {
  const { id, state: from, organizationId } = request;
  if (!REQUEST_TRANSITIONS[from].includes(move.to))
    throw new Error(`A request can not go from ${from} to ${move.to}`);
  await tx
    .updateTable('approval_requests')
    .set({ state: move.to, settled_at: move.at })
    .where('id', '=', id)
    .execute();
  await writeTransition(tx, { ...move, requestId: id, organizationId, from });
  request.state = move.to;
}

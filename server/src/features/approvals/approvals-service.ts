import { APPROVAL_REQUEST } from '@tegeka/contract/approvals.ts';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import type { Selectable } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { ApprovalRequests } from '#platform/database/tables.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuseDuplicate } from '#platform/http/refusal.ts';
import {
  type Actor,
  actorOf,
  PLATFORM_OWNER,
  recordFirstState,
  SYSTEM,
  transition,
} from '#platform/state/transition.ts';
import { type Policy, policyFor } from './approvals-policies.ts';
import {
  compared,
  decryptSnapshot,
  encryptSnapshot,
  type SnapshotPart,
} from './approvals-snapshot.ts';

export type RequestRow = Selectable<ApprovalRequests>;

/** The requests, for their transitions. */
export const REQUESTS = { machine: APPROVAL_REQUEST, table: 'approval_requests' } as const;

/** Why a request has expired, for those who could have decided. */
export const NOT_REVIEWED = 'Not reviewed in time.';

/** Whoever reads requests or decides on them: the operators, or the people of one bank. */
export type Checker = Pick<Caller, 'domain' | 'organizationId'>;

/** The owner of a checker's requests in search words and counts: a bank, or the platform for operators. */
export const inboxOf = ({ domain, organizationId }: Checker): string =>
  domain === 'OPERATOR' ? PLATFORM_OWNER : organizationId;

/** The requests in a checker's inbox. */
export const requestsBefore = (tx: Tx, checker: Checker) =>
  tx.selectFrom('approval_requests').where('inbox_id', '=', inboxOf(checker));

/** A request in a checker's inbox. */
export const requestBefore = (tx: Tx, checker: Checker, id: string) =>
  requestsBefore(tx, checker).selectAll().where('id', '=', id);

export interface RequestKey {
  action: string;
  entityId: string;
  /** The maker's organization. */
  organizationId: string;
}

/** All requests about an entity. At most one of them is pending. */
export const requestsOf = (tx: Tx, { action, entityId, organizationId }: RequestKey) =>
  tx
    .selectFrom('approval_requests')
    .where('organization_id', '=', organizationId)
    .where('action', '=', action)
    .where('entity_id', '=', entityId);

export interface RequestCommand extends RequestKey {
  /** Names the entity, such as the name of the business. */
  title: string;
  /** More about it for the list: business, amount and days. */
  about?: string;
  maker: Actor & { id: string; email: string };
  /** By default the built-in one of the action. */
  policy?: Policy;
  parts: readonly SnapshotPart[];
  /** The present parts, to compare with; without them the attempt before is compared. */
  replaces?: readonly SnapshotPart[];
  /** Data for the execution that the table of the entity does not hold. */
  payload?: unknown;
}

/** Who asks for an approval, and for which organization. */
export type RequestMaker = Pick<RequestCommand, 'organizationId' | 'maker'>;

export function makerOf(caller: Caller): RequestMaker {
  const { organizationId, userId: id, email } = caller;
  return { organizationId, maker: { ...actorOf(caller), id, email } };
}

/** Lets the checkers of a request open the files of its parts. */
async function writeFiles(
  tx: Tx,
  ofRequest: { organization_id: string; request_id: string },
  parts: readonly SnapshotPart[],
): Promise<void> {
  const fileIds = new Set(parts.flatMap(({ fileId }) => fileId ?? []));
  const files = [...fileIds].map((file_id) => ({ ...ofRequest, file_id }));
  if (files.length === 0) return;
  await tx
    .insertInto('approval_request_files')
    .values(files)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Creates a request for approval. Returns its id. Refuses REQUEST_PENDING where another request about the
 * entity is pending: a unique constraint ensures it also for callers that do not lock the entity.
 */
export async function requestApproval(
  ctx: AppContext,
  tx: Tx,
  given: RequestCommand,
): Promise<string> {
  const at = ctx.clock.now();
  const id = ctx.ids.uuid(at);
  const { organizationId, action, maker, parts, payload } = given;
  const policy = given.policy ?? (await policyFor(tx, action));
  const last = await requestsOf(tx, given)
    .select(['attempt', 'organization_id', 'snapshot'])
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const snapshot = compared(parts, given.replaces ?? (last ? decryptSnapshot(ctx, last) : null));
  await tx
    .insertInto('approval_requests')
    .values({
      id,
      organization_id: organizationId,
      action,
      entity_id: given.entityId,
      title: given.title,
      about: given.about ?? null,
      maker_id: maker.id,
      maker_name: maker.name,
      maker_email: maker.email,
      policy_id: policy.id,
      checkers: policy.checkers,
      checker_organization_id: policy.organization_id,
      state: 'PENDING',
      attempt: (last?.attempt ?? 0) + 1,
      approvals: 0,
      approvals_needed: policy.steps.reduce((sum, step) => sum + step.approvalsNeeded, 0),
      snapshot: encryptSnapshot(ctx, organizationId, snapshot),
      payload: payload === undefined ? null : JSON.stringify(payload),
      created_at: at,
      expires_at: new Date(at.getTime() + policy.expires_after_days * DAY_MS),
    })
    .execute()
    .catch(refuseDuplicate({ approval_requests_one_pending: ['REQUEST_PENDING'] }));
  await writeFiles(tx, { organization_id: organizationId, request_id: id }, parts);
  const first = { organizationId, id, to: 'PENDING', actor: maker, at } as const;
  await recordFirstState(tx, APPROVAL_REQUEST, first);
  return id;
}

/** The pending request about an entity, if there is one. While it is locked nobody else can decide on it. */
export const pendingRequest = (tx: Tx, of: RequestKey) =>
  requestsOf(tx, of).select('id').where('state', '=', 'PENDING');

/**
 * Gives the pending request about an entity its present parts, since something was added to it. Who has read it
 * before must read it again to decide. Does nothing where none is pending.
 */
export async function amendRequest(
  ctx: AppContext,
  tx: PlatformTx,
  of: RequestKey,
  parts: readonly SnapshotPart[],
): Promise<void> {
  const pending = await pendingRequest(tx, of).forUpdate().executeTakeFirst();
  if (!pending) return;
  const { organizationId } = of;
  const { id } = pending;
  const snapshot = encryptSnapshot(ctx, organizationId, compared(parts, null));
  await tx
    .updateTable('approval_requests')
    .set({ snapshot })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
  await writeFiles(tx, { organization_id: organizationId, request_id: id }, parts);
}

type Asked = RequestKey & { actor: Actor };

/** Withdraws the pending request about an entity. Returns false if there is none. */
export async function withdrawRequest({ clock }: AppContext, tx: Tx, { actor, ...of }: Asked) {
  const pending = await pendingRequest(tx, of).forUpdate().executeTakeFirst();
  const settled = { to: 'WITHDRAWN', actor, reason: null, at: clock.now() } as const;
  if (pending) await transition(tx, REQUESTS, { ...pending, ...settled });
  return pending !== undefined;
}

/**
 * Expires the pending request about an entity, if there is one. Returns false if another transaction has
 * locked it, to decide on it. Does not call `onNotExecuted`.
 */
export async function expireUnlocked({ clock }: AppContext, tx: Tx, of: RequestKey) {
  if (!(await pendingRequest(tx, of).executeTakeFirst())) return true;
  const pending = await pendingRequest(tx, of).forUpdate().skipLocked().executeTakeFirst();
  const settled = { to: 'EXPIRED', actor: SYSTEM, reason: NOT_REVIEWED, at: clock.now() } as const;
  if (pending) await transition(tx, REQUESTS, { ...pending, ...settled });
  return pending !== undefined;
}

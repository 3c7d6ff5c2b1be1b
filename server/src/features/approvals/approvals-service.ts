import { APPROVAL_REQUEST } from '@tegeka/contract/approvals.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Caller } from '#platform/http/caller.ts';
import { resealRows } from '#platform/security/reseal.ts';
import { refuse, refuseTaken } from '#platform/http/refusal.ts';
import { type Actor, actorOf, recordFirstState, SYSTEM } from '#platform/state/transition.ts';
import { builtInPolicy, type Policy } from './approvals-policies.ts';
import {
  compared,
  hashesOf,
  openSnapshot,
  sealSnapshot,
  type SnapshotPart,
} from './approvals-snapshot.ts';
import { findPending, type RequestKey, requestsOf, settleRequest } from './approvals-store.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Another request waits, or one made at the same moment has the same attempt number. */
const PENDING_BEFORE = {
  approval_requests_one_pending: ['REQUEST_PENDING'],
  approval_requests_attempt_once: ['REQUEST_PENDING'],
} as const;

export interface RequestCommand extends RequestKey {
  /** Names the entity, such as the name of the business. */
  title: string;
  maker: Actor & { id: string; email: string };
  /** The built-in one of the action unless told. */
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

/**
 * Asks for an approval and gives the request's id. The maker holds a lock on the entity, or is
 * refused with REQUEST_PENDING where another request about it waits.
 */
export async function requestApproval(
  ctx: AppContext,
  tx: Tx,
  given: RequestCommand,
): Promise<string> {
  const at = ctx.clock.now();
  const id = ctx.ids.uuid(at);
  const { organizationId, maker, parts, payload } = given;
  const policy = given.policy ?? (await builtInPolicy(tx, given.action));
  const last = await requestsOf(tx, given)
    .select(['attempt', 'snapshot'])
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const before = given.replaces ?? (last ? openSnapshot(ctx, organizationId, last.snapshot) : null);
  await tx
    .insertInto('approval_requests')
    .values({
      id,
      organization_id: organizationId,
      action: given.action,
      entity_id: given.entityId,
      title: given.title,
      maker_id: maker.id,
      maker_name: maker.name,
      maker_email: maker.email,
      policy_id: policy.id,
      checkers: policy.checkers,
      checker_organization_id: policy.organization_id,
      state: 'PENDING',
      attempt: (last?.attempt ?? 0) + 1,
      step: 1,
      approvals: 0,
      approvals_needed: policy.steps.reduce((sum, step) => sum + step.approvalsNeeded, 0),
      snapshot: JSON.stringify(sealSnapshot(ctx, organizationId, compared(parts, before))),
      snapshot_hash: hashesOf(ctx, organizationId, parts)[0],
      payload: payload === undefined ? null : JSON.stringify(payload),
      created_at: at,
      expires_at: new Date(at.getTime() + policy.expires_after_days * DAY),
    })
    .execute()
    .catch(refuseTaken(PENDING_BEFORE));
  await keepFiles(tx, id, given);
  const first = { organizationId, id, to: 'PENDING', actor: maker, at } as const;
  await recordFirstState(tx, APPROVAL_REQUEST, first);
  return id;
}

async function keepFiles(tx: Tx, requestId: string, { parts, organizationId }: RequestCommand) {
  const fileIds = new Set(parts.flatMap(({ fileId }) => fileId ?? []));
  if (fileIds.size === 0) return;
  const owned = { request_id: requestId, organization_id: organizationId };
  await tx
    .insertInto('approval_request_files')
    .values([...fileIds].map((file_id) => ({ ...owned, file_id })))
    .execute();
}

/** The maker's organization takes its request back. Refuses REQUEST_NOT_PENDING. */
export async function withdrawRequest(
  { clock }: AppContext,
  tx: Tx,
  { actor, ...of }: RequestKey & { actor: Actor },
): Promise<void> {
  const request = await requestsOf(tx, of)
    .selectAll()
    .where('state', '=', 'PENDING')
    .forUpdate()
    .executeTakeFirst();
  if (!request) throw refuse('REQUEST_NOT_PENDING');
  await settleRequest(tx, request, { to: 'WITHDRAWN', actor, reason: null, at: clock.now() });
}

/**
 * Ends a request whose time is over by the business clock, where one waits; false where somebody is deciding
 * on it. The action that it was about is told nothing.
 */
export async function expireUnlocked(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  of: RequestKey,
): Promise<boolean> {
  if (!(await findPending(tx, of))) return true;
  const request = await requestsOf(tx, of)
    .selectAll()
    .where('state', '=', 'PENDING')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!request) return false;
  const reason = 'Not reviewed in time.';
  const at = clock.now();
  await settleRequest(tx, request, { to: 'EXPIRED', actor: SYSTEM, reason, at });
  return true;
}

/** See `reseal` of a feature. */
export const RESEAL_SNAPSHOTS = resealRows({
  table: 'approval_requests',
  key: ['id'],
  isOld: (mark) => sql<boolean>`exists (select from jsonb_array_elements(snapshot) part
    where (part ->> 'masked')::boolean and part ->> 'value' not like ${`${mark}%`})`,
  set: (keys, { organization_id: owner, snapshot: stored }) => {
    const snapshot = openSnapshot({ keys }, owner, stored);
    return {
      snapshot: JSON.stringify(sealSnapshot({ keys }, owner, snapshot)),
      snapshot_hash: hashesOf({ keys }, owner, snapshot)[0],
    };
  },
});

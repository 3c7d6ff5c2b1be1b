import type { ApprovalAction } from '@tegeka/contract/approvals.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Policy } from './approvals-policies.ts';
import { compared, hashOf, readSnapshot, type SnapshotPart } from './approvals-snapshot.ts';
import { type Actor, lockPending, transitionRequest, writeTransition } from './approvals-store.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What somebody puts up for approval. */
export interface ApprovalDraft {
  action: ApprovalAction;
  entityId: string;
  /** The maker's organization. */
  organizationId: string;
  /** What it is about, such as the name of the business. */
  title: string;
  maker: { id: string; name: string; email: string };
  policy: Policy;
  parts: readonly SnapshotPart[];
  /** What it would take the place of; without it the difference is to the attempt before. */
  replaces?: readonly SnapshotPart[];
}

/**
 * Puts a thing up for approval and gives the request's id. Its caller holds a lock on the thing:
 * a second pending request for it hurts a unique index.
 */
export async function openRequest(ctx: AppContext, tx: Tx, put: ApprovalDraft): Promise<string> {
  const now = ctx.clock.now();
  const id = ctx.ids.uuid(now);
  const { action, entityId, organizationId, maker, policy } = put;
  const last = await tx
    .selectFrom('approval_requests')
    .select(['attempt', 'snapshot'])
    .where('action', '=', action)
    .where('entity_id', '=', entityId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const before = put.replaces ?? (last ? readSnapshot(last.snapshot) : null);
  const snapshot = compared(put.parts, before);
  const { checkers, steps } = policy;
  await tx
    .insertInto('approval_requests')
    .values({
      ...{ id, action, entity_id: entityId, organization_id: organizationId, title: put.title },
      ...{ maker_id: maker.id, maker_name: maker.name, maker_email: maker.email },
      ...{ policy_id: policy.id, checkers: checkers.domain, state: 'PENDING', step: 1 },
      checker_organization_id: checkers.domain === 'BANK' ? checkers.organizationId : null,
      attempt: (last?.attempt ?? 0) + 1,
      approvals: 0,
      approvals_needed: steps.reduce((sum, step) => sum + step.approvalsNeeded, 0),
      ...{ snapshot: JSON.stringify(snapshot), snapshot_hash: hashOf(put.parts) },
      ...{ created_at: now, expires_at: new Date(now.getTime() + policy.expiresAfterDays * DAY) },
    })
    .execute();
  await keepFiles(tx, id, put);
  await writeTransition(tx, {
    ...{ requestId: id, organizationId, from: null, to: 'PENDING', reason: null, at: now },
    actor: { id: maker.id, name: maker.name },
  });
  return id;
}

async function keepFiles(tx: Tx, requestId: string, { parts, organizationId }: ApprovalDraft) {
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
  ctx: AppContext,
  tx: Tx,
  of: { action: ApprovalAction; entityId: string; actor: Actor },
): Promise<void> {
  const request = await lockPending(tx, of);
  if (!request) throw refuse('REQUEST_NOT_PENDING');
  const at = ctx.clock.now();
  await transitionRequest(tx, request, { to: 'WITHDRAWN', actor: of.actor, reason: null, at });
}

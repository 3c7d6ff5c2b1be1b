import type { RequestState } from '@tegeka/contract/approvals.ts';
import type { DecisionInput } from '@tegeka/contract/approval-decisions.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AuditedPerson } from '#platform/history/audit.ts';
import { refusalOf, refuse, refuseField, refuseDuplicate } from '#platform/http/refusal.ts';
import { describeError } from '#platform/log.ts';
import { type Actor, actorOf, SYSTEM, transition } from '#platform/state/transition.ts';
import type {
  ApprovalHandler,
  ApprovalOutcome,
  ApprovalSubject,
  HandlerOf,
} from './approvals-actions.ts';
import { NOT_REVIEWED, requestBefore, REQUESTS, type RequestRow } from './approvals-service.ts';
import { hashOf, type KeptSnapshot, hashesOf, decryptSnapshot } from './approvals-snapshot.ts';

/** Why somebody can not decide on a request that they have not decided on, or null. */
export function obstacleOf(request: RequestRow, userId: string, now: Date): ErrorCode | null {
  if (request.state !== 'PENDING' || request.expires_at <= now) return 'REQUEST_NOT_PENDING';
  return request.maker_id === userId ? 'REQUEST_IS_YOURS' : null;
}

/** An outcome without a comment or corrections unless given. */
function outcomeOf(
  kind: ApprovalOutcome['kind'],
  reason: string,
  { comment = null, corrections = [] }: Partial<ApprovalOutcome> = {},
): ApprovalOutcome {
  const fullReason = comment === null ? reason : `${reason} ${comment}`;
  return { kind, reason, comment, fullReason, corrections };
}

const labelIn = (snapshot: KeptSnapshot, field: string) =>
  snapshot.find(({ key }) => key === field)?.label;

/** What the maker is told of a decision that is no approval; null for one that is. */
function refusedBy(
  { rejections, correctable }: ApprovalHandler,
  snapshot: KeptSnapshot,
  input: DecisionInput,
): ApprovalOutcome | null {
  const comment = input.comment || null;
  if (input.decision === 'APPROVE') return null;
  if (input.decision === 'REJECT') {
    const reason = new Map(Object.entries(rejections)).get(input.code);
    if (reason !== undefined) return outcomeOf('REJECTED', reason, { comment });
    throw refuseField('code', 'This reason does not apply to this request.');
  }
  if (!correctable) throw refuseField('decision', 'This can only be approved or rejected.');
  const corrections = input.corrections.map((correction, n) => {
    const label = labelIn(snapshot, correction.field);
    if (label !== undefined) return { ...correction, label };
    throw refuseField(`corrections.${n}.field`, 'The request has no such field.');
  });
  const reason = 'Some details need to be corrected.';
  return outcomeOf('CORRECTION_NEEDED', reason, { comment, corrections });
}

/** A locked request, and who settles it. */
interface Settling extends Pick<ApprovalSubject, 'actor' | 'now'> {
  tx: Tx;
  request: RequestRow;
  handler: ApprovalHandler;
}

/** Settles a request: carries it out, or ends it with the outcome `ended`. */
async function settle(ctx: AppContext, settling: Settling, ended: ApprovalOutcome | null) {
  const { tx, request, handler, actor, now } = settling;
  const { id, entity_id: entityId, organization_id: organizationId, payload } = request;
  const at = await businessTime(tx, now);
  const subject = { requestId: id, entityId, organizationId, payload, actor, at, now };
  const go = (to: RequestState, by: Actor, reason: string | null) =>
    transition(tx, REQUESTS, { id, to, actor: by, reason, at: now });
  let outcome = ended;
  if (!outcome) {
    await go('APPROVED', actor, null);
    const refusal = await refusalOf(tx, () => handler.execute(tx, subject));
    if (!refusal) return void (await go('EXECUTED', SYSTEM, null));
    const snapshot = decryptSnapshot(ctx, request);
    const corrections = (refusal.detail.fields ?? []).map(({ field, message: comment }) => {
      return { field, label: labelIn(snapshot, field) ?? field, comment };
    });
    outcome = outcomeOf('EXECUTION_FAILED', refusal.message, { corrections });
  }
  const { kind, reason } = outcome;
  const to = kind === 'CORRECTION_NEEDED' ? 'REJECTED' : kind;
  await go(to, ended ? actor : SYSTEM, kind === 'EXPIRED' ? NOT_REVIEWED : reason);
  await handler.onNotExecuted?.(tx, subject, outcome);
}

/**
 * Decides on a request: the last approval also carries it out. A row lock serializes concurrent
 * decisions: the second one sees the result of the first. Refuses NOT_FOUND,
 * REQUEST_NOT_PENDING, REQUEST_IS_YOURS, REQUEST_DECIDED_BY_YOU, REQUEST_CHANGED, and
 * INPUT_INVALID for a code or a field that the request does not have.
 */
export async function decideOnRequest(
  ctx: AppContext,
  handlerOf: HandlerOf,
  { tx, caller }: { tx: Tx; caller: AuditedPerson },
  id: string,
  input: DecisionInput,
): Promise<void> {
  const request = await requestBefore(tx, caller, id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => refuse('NOT_FOUND'));
  const now = ctx.clock.now();
  const obstacle = obstacleOf(request, caller.userId, now);
  if (obstacle) throw refuse(obstacle);
  if (input.snapshotHash !== hashOf(request)) throw refuse('REQUEST_CHANGED');
  const actor = actorOf(caller);
  const handler = handlerOf(request.action);
  const snapshot = decryptSnapshot(ctx, request);
  const settling = { tx, request, handler, actor, now };
  const refused = refusedBy(handler, snapshot, input);
  await tx
    .insertInto('approval_decisions')
    .values({
      id: ctx.ids.uuid(now),
      organization_id: request.organization_id,
      request_id: id,
      decision: input.decision,
      checker_id: caller.userId,
      checker_name: actor.name,
      code: input.decision === 'REJECT' ? input.code : null,
      comment: input.comment || null,
      corrections: JSON.stringify(refused?.corrections ?? []),
      at: now,
    })
    .execute()
    .catch(refuseDuplicate({ approval_decisions_one_a_person: ['REQUEST_DECIDED_BY_YOU'] }));
  if (refused) return settle(ctx, settling, refused);
  // The current content is carried out, so it must be what the checker read.
  const current = await handler.snapshot(tx, request.entity_id, request.payload);
  if (hashesOf(current) !== hashesOf(snapshot)) throw refuse('REQUEST_CHANGED');
  const approvals = request.approvals + 1;
  await tx.updateTable('approval_requests').set({ approvals }).where('id', '=', id).execute();
  if (approvals === request.approvals_needed) await settle(ctx, settling, null);
}

const BATCH = 200;

/** Expires what was not reviewed in time, each request in a transaction of its own. */
export async function expireRequests(ctx: AppContext, handlerOf: HandlerOf): Promise<void> {
  const now = ctx.clock.now();
  const due = (tx: Tx) =>
    tx
      .selectFrom('approval_requests')
      .where('state', '=', 'PENDING')
      .where('expires_at', '<=', now)
      .orderBy('expires_at');
  const expire = async (tx: Tx, id: string) => {
    const request = await due(tx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    // It was withdrawn or decided on in the meantime.
    if (!request) return;
    const handler = handlerOf(request.action);
    const ended = outcomeOf('EXPIRED', handler.expired ?? NOT_REVIEWED);
    await settle(ctx, { tx, request, handler, actor: SYSTEM, now }, ended);
  };
  const ids = await ctx.db.asPlatform('find requests that were not reviewed in time', (tx) =>
    due(tx).select('id').limit(BATCH).execute(),
  );
  for (const { id } of ids)
    await ctx.db
      .asPlatform('expire a request that was not reviewed in time', (tx) => expire(tx, id))
      // One that fails must not hold up the others; the next run tries it again.
      .catch((error: unknown) => {
        ctx.log.error({ request: id, ...describeError(error) }, 'request could not expire');
      });
}

import type { decideRequest, DecisionInput } from '@tegeka/contract/approvals.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { AppError, refuse, refuseField } from '#platform/http/refusal.ts';
import { type Actor, SYSTEM } from '#platform/state/transition.ts';
import {
  type ApprovalHandler,
  type ApprovalHandlers,
  type ApprovalOutcome,
  handlerOf,
  outcomeOf,
} from './approvals-actions.ts';
import { advance, readDecisions, writeDecision } from './approvals-decisions.ts';
import { hashesOf, snapshotLabels } from './approvals-snapshot.ts';
import {
  type Checker,
  type RequestRow,
  requestsBefore,
  requestStateOf,
  settleRequest,
  subjectOf,
} from './approvals-store.ts';

export interface Decision {
  requestId: string;
  checker: Checker;
  input: DecisionInput;
}

/** Why somebody can not decide on a request, or null. */
export function obstacleOf(
  request: Pick<RequestRow, 'state' | 'expires_at' | 'maker_id'>,
  who: { userId: string; deciders: readonly string[]; now: Date },
): ErrorCode | null {
  if (request.state !== 'PENDING' || request.expires_at <= who.now) return 'REQUEST_NOT_PENDING';
  if (request.maker_id === who.userId) return 'REQUEST_IS_YOURS';
  return who.deciders.includes(who.userId) ? 'REQUEST_DECIDED_BY_YOU' : null;
}

/** What the maker is told of a decision that is no approval; null for one that is. */
function refusedBy(
  { rejections, correctable }: ApprovalHandler,
  request: RequestRow,
  input: DecisionInput,
): ApprovalOutcome | null {
  const comment = input.comment || null;
  if (input.decision === 'APPROVE') return null;
  if (input.decision === 'REJECT') {
    const reason = new Map(Object.entries(rejections)).get(input.code);
    if (reason === undefined)
      throw refuseField('code', 'This reason does not apply to this request.');
    return outcomeOf('REJECTED', reason, { comment });
  }
  if (!correctable) throw refuseField('decision', 'This can only be approved or rejected.');
  const labels = snapshotLabels(request.snapshot);
  const corrections = input.corrections.map((correction, n) => {
    const label = labels.get(correction.field);
    if (label === undefined)
      throw refuseField(`corrections.${n}.field`, 'The request has no such field.');
    return { ...correction, label };
  });
  const reason = 'Some details need to be corrected.';
  return outcomeOf('CORRECTION_NEEDED', reason, { comment, corrections });
}

/**
 * Decides on a request: the last approval also carries it out. Of two who decide at the same
 * moment the second waits for the first and then meets what it left. Refuses NOT_FOUND,
 * REQUEST_NOT_PENDING, REQUEST_IS_YOURS, REQUEST_DECIDED_BY_YOU, REQUEST_CHANGED, and
 * INPUT_INVALID for a code or a field that the request does not have.
 */
export async function decideOnRequest(
  ctx: AppContext,
  handlers: ApprovalHandlers,
  tx: Tx,
  { requestId, checker, input }: Decision,
): Promise<OutputOf<typeof decideRequest>> {
  const request = await requestsBefore(tx, checker)
    .selectAll()
    .where('id', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
  if (!request) throw refuse('NOT_FOUND');
  const handler = handlerOf(handlers, request.action);
  const { userId, name, domain } = checker;
  const at = ctx.clock.now();
  const deciders = (await readDecisions(tx, request, handler)).map(({ checkerId }) => checkerId);
  const obstacle = obstacleOf(request, { userId, deciders, now: at });
  if (obstacle) throw refuse(obstacle);
  if (input.snapshotHash !== request.snapshot_hash) throw refuse('REQUEST_CHANGED');
  const refused = refusedBy(handler, request, input);
  await writeDecision(ctx, tx, request, { checker, input, refused, at });
  const settled = { actor: { kind: domain, id: userId, name }, at } as const;
  if (refused) {
    await settleRequest(tx, request, { to: 'REJECTED', reason: refused.reason, ...settled });
    const subject = await subjectOf(tx, request, settled.actor, at);
    await handler.onNotExecuted(tx, subject, refused);
  } else {
    await approve(ctx, tx, handler, request, settled);
  }
  return {
    state: requestStateOf(request.state),
    approvals: request.approvals,
    approvalsNeeded: request.approvals_needed,
  };
}

/** Runs work that a refusal by name undoes; gives the refusal, or null where it was done. */
export async function refusalOf(tx: Tx, work: () => Promise<void>): Promise<AppError | null> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await work();
    await sql`release savepoint attempt`.execute(tx);
    return null;
  } catch (error) {
    // Anything else is a bug and undoes the whole call.
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return error;
  }
}

/** Counts an approval. The last one carries the request out, in its own transaction. */
async function approve(
  ctx: AppContext,
  tx: Tx,
  handler: ApprovalHandler,
  request: RequestRow,
  settled: { actor: Actor; at: Date },
): Promise<void> {
  // What is carried out is what stands there now: it must be what the checker read.
  const standing = await handler.snapshot(tx, request.entity_id, request.payload);
  const hashes = hashesOf(ctx, request.organization_id, standing);
  if (!hashes.includes(request.snapshot_hash)) throw refuse('REQUEST_CHANGED');
  if (!(await advance(tx, request))) return;
  await settleRequest(tx, request, { to: 'APPROVED', reason: null, ...settled });
  const { actor, at } = settled;
  const subject = await subjectOf(tx, request, actor, at);
  const refusal = await refusalOf(tx, () => handler.execute(tx, subject));
  const kind = refusal ? 'EXECUTION_FAILED' : 'EXECUTED';
  const reason = refusal?.message ?? null;
  await settleRequest(tx, request, { to: kind, actor: SYSTEM, reason, at });
  if (!refusal) return;
  const labels = snapshotLabels(request.snapshot);
  const corrections = (refusal.detail.fields ?? []).map(({ field, message: comment }) => {
    return { field, label: labels.get(field) ?? field, comment };
  });
  const outcome = outcomeOf('EXECUTION_FAILED', refusal.message, { corrections });
  await handler.onNotExecuted(tx, subject, outcome);
}

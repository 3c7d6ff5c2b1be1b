import type { DecisionInput, RequestState } from '@tegeka/contract/approvals.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { AppError, refuse } from '#platform/http/refusal.ts';
import { type Actor, SYSTEM } from '#platform/state/transition.ts';
import {
  type ApprovalHandler,
  type ApprovalHandlers,
  type ApprovalOutcome,
  type Correction,
  handlerOf,
} from './approvals-actions.ts';
import { advance, hasDecided, writeDecision } from './approvals-decisions.ts';
import { hashOf, readSnapshot } from './approvals-snapshot.ts';
import {
  type Checker,
  lockRequest,
  type RequestRow,
  requestStateOf,
  settleRequest,
  subjectOf,
} from './approvals-store.ts';

/** A decision, by whom and on what. */
export interface Decision {
  requestId: string;
  checker: Checker;
  input: DecisionInput;
}

/** Where a request stands after a decision. */
export interface Decided {
  state: RequestState;
  approvals: number;
  approvalsNeeded: number;
}

/** How a decision can end without the request being carried out. */
type Refused = Extract<ApprovalOutcome, { kind: 'CORRECTION_NEEDED' | 'REJECTED' }>;

const CORRECTION_REASON = 'Some details need to be corrected.';

/** Why somebody can not decide on a request, or null. */
export function obstacleOf(
  request: Pick<RequestRow, 'state' | 'expires_at' | 'maker_id'>,
  who: { userId: string; decided: boolean; now: Date },
): ErrorCode | null {
  if (request.state !== 'PENDING' || request.expires_at <= who.now) return 'REQUEST_NOT_PENDING';
  if (request.maker_id === who.userId) return 'REQUEST_IS_YOURS';
  return who.decided ? 'REQUEST_DECIDED_BY_YOU' : null;
}

function invalid(field: string, message: string) {
  return refuse('INPUT_INVALID', { fields: [{ field, message }] });
}

/** What the maker is told of a decision that is no approval; null for one that is. */
function refusedBy(
  handler: ApprovalHandler,
  request: RequestRow,
  input: DecisionInput,
): Refused | null {
  const comment = input.comment || null;
  if (input.decision === 'APPROVE') return null;
  if (input.decision === 'REJECT') {
    const { code } = input;
    const reason = Object.hasOwn(handler.rejections, code) ? handler.rejections[code] : undefined;
    if (reason === undefined) throw invalid('code', 'This reason does not fit what was put up.');
    return { kind: 'REJECTED', code, reason, comment };
  }
  const labels = new Map(readSnapshot(request.snapshot).map(({ key, label }) => [key, label]));
  const corrections = input.corrections.map((correction, n): Correction => {
    const label = labels.get(correction.field);
    if (label === undefined)
      throw invalid(`corrections.${n}.field`, 'The request has no such field.');
    return { ...correction, label };
  });
  return { kind: 'CORRECTION_NEEDED', reason: CORRECTION_REASON, comment, corrections };
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
): Promise<Decided> {
  const request = await lockRequest(tx, checker, requestId);
  if (!request) throw refuse('NOT_FOUND');
  const handler = handlerOf(handlers, request.action);
  const { userId, name, domain } = checker;
  const at = ctx.clock.now();
  const decided = await hasDecided(tx, request, userId);
  const obstacle = obstacleOf(request, { userId, decided, now: at });
  if (obstacle) throw refuse(obstacle);
  if (input.snapshotHash !== request.snapshot_hash) throw refuse('REQUEST_CHANGED');
  const refused = refusedBy(handler, request, input);
  await writeDecision(ctx, tx, request, { checker, input, refused });
  const settled = { actor: { kind: domain, id: userId, name }, at } as const;
  if (refused) await turnDown(tx, handler, request, { ...settled, refused });
  else await approve(tx, handler, request, settled);
  return {
    state: requestStateOf(request.state),
    approvals: request.approvals,
    approvalsNeeded: request.approvals_needed,
  };
}

async function turnDown(
  tx: Tx,
  handler: ApprovalHandler,
  request: RequestRow,
  { refused, actor, at }: { refused: Refused; actor: Actor; at: Date },
): Promise<void> {
  await settleRequest(tx, request, { to: 'REJECTED', actor, reason: refused.reason, at });
  await handler.turnedDown(tx, subjectOf(request, actor, at), refused);
}

async function approve(
  tx: Tx,
  handler: ApprovalHandler,
  request: RequestRow,
  settled: { actor: Actor; at: Date },
): Promise<void> {
  // What is carried out is what stands there now: it must be what the checker read.
  const standing = await handler.snapshot(tx, request.entity_id, request.payload);
  if (hashOf(standing) !== request.snapshot_hash) throw refuse('REQUEST_CHANGED');
  if (!(await advance(tx, request))) return;
  await settleRequest(tx, request, { to: 'APPROVED', reason: null, ...settled });
  await executeApproved(tx, handler, request, settled);
}

/** The refusal that undid the work, or null when it was done. */
async function attempt(tx: Tx, work: () => Promise<void>): Promise<AppError | null> {
  await sql`savepoint execution`.execute(tx);
  try {
    await work();
    await sql`release savepoint execution`.execute(tx);
    return null;
  } catch (error) {
    // Only a refusal by name is an answer; a bug undoes the whole decision.
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint execution`.execute(tx);
    return error;
  }
}

/**
 * Carries an approved request out, in the transaction of its last approval. What the action
 * refuses by name becomes EXECUTION_FAILED, and the maker is told what to do.
 */
async function executeApproved(
  tx: Tx,
  handler: ApprovalHandler,
  request: RequestRow,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const subject = subjectOf(request, actor, at);
  const refusal = await attempt(tx, () => handler.execute(tx, subject));
  if (!refusal) {
    await settleRequest(tx, request, { to: 'EXECUTED', actor: SYSTEM, reason: null, at });
    return;
  }
  const kind = 'EXECUTION_FAILED';
  const reason = refusal.message;
  await settleRequest(tx, request, { to: kind, actor: SYSTEM, reason, at });
  await handler.turnedDown(tx, subject, { kind, reason, fields: refusal.detail.fields ?? [] });
}

import {
  type DecisionInput,
  REJECTION_CODES,
  type RejectionCode,
  REJECTIONS_OF,
  type RequestState,
} from '@tegeka/contract/approvals.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { ApprovalHandlers, Correction, ApprovalOutcome } from './approvals-actions.ts';
import { hasDecided, progressOf, writeDecision } from './approvals-decisions.ts';
import { executeApproved, subjectOf } from './approvals-execute.ts';
import { hashOf, readSnapshot } from './approvals-snapshot.ts';
import {
  type Checker,
  type HeldRequest,
  lockRequest,
  transitionRequest,
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

/** Why somebody can not decide on a request, or null. */
export function obstacleOf(
  request: Pick<HeldRequest, 'state' | 'expiresAt' | 'makerId'>,
  who: { userId: string; decided: boolean; now: Date },
): ErrorCode | null {
  if (request.state !== 'PENDING' || request.expiresAt <= who.now) return 'REQUEST_NOT_PENDING';
  if (request.makerId === who.userId) return 'REQUEST_IS_YOURS';
  return who.decided ? 'REQUEST_DECIDED_BY_YOU' : null;
}

/** The corrections with the labels of their parts; a part that was not put up is refused. */
function correctionsOf(request: HeldRequest, input: DecisionInput): Correction[] {
  if (input.decision !== 'REQUEST_CORRECTION') return [];
  const labels = new Map(readSnapshot(request.snapshot).map(({ key, label }) => [key, label]));
  return input.corrections.map(({ field, comment }, n) => {
    const label = labels.get(field);
    if (label === undefined) {
      const message = 'The request has no such field.';
      throw refuse('INPUT_INVALID', { fields: [{ field: `corrections.${n}.field`, message }] });
    }
    return { field, label, comment };
  });
}

/** The code of a no; one that makes no sense for this action is refused. */
function codeOf({ action }: HeldRequest, input: DecisionInput): RejectionCode | null {
  if (input.decision === 'APPROVE') return null;
  if (input.decision === 'REQUEST_CORRECTION') return 'CORRECTION_NEEDED';
  if (REJECTIONS_OF[action].includes(input.code)) return input.code;
  const message = 'This reason does not fit what was put up.';
  throw refuse('INPUT_INVALID', { fields: [{ field: 'code', message }] });
}

async function turnDown(
  ctx: AppContext,
  actions: ApprovalHandlers,
  tx: Tx,
  request: HeldRequest,
  decision: Decision & { code: RejectionCode; corrections: Correction[] },
): Promise<void> {
  const { checker, code, corrections, input } = decision;
  const [at, reason, comment] = [ctx.clock.now(), REJECTION_CODES[code], input.comment || null];
  const actor = { id: checker.userId, name: checker.name };
  await transitionRequest(tx, request, { to: 'REJECTED', actor, reason, at });
  const outcome: ApprovalOutcome =
    code === 'CORRECTION_NEEDED'
      ? { kind: code, reason, comment, corrections }
      : { kind: 'REJECTED', code, reason, comment };
  await actions[request.action].turnedDown(tx, subjectOf(request, actor, at), outcome);
}

async function approve(
  ctx: AppContext,
  actions: ApprovalHandlers,
  tx: Tx,
  request: HeldRequest,
  checker: Checker,
): Promise<void> {
  // What is carried out is what stands there now: it must be what the checker read.
  const standing = hashOf(await actions[request.action].snapshot(tx, request.entityId));
  if (standing !== request.snapshotHash) throw refuse('REQUEST_CHANGED');
  const { step, complete } = await progressOf(tx, request);
  request.approvals += 1;
  await tx
    .updateTable('approval_requests')
    .set({ step, approvals: request.approvals })
    .where('id', '=', request.id)
    .execute();
  if (!complete) return;
  const [at, actor] = [ctx.clock.now(), { id: checker.userId, name: checker.name }];
  await transitionRequest(tx, request, { to: 'APPROVED', actor, reason: null, at });
  await executeApproved(ctx, actions, tx, request, actor);
}

/**
 * Decides on a request: the last approval also carries it out. Of two who decide at the same
 * moment the second waits for the first and then meets what it left. Refuses NOT_FOUND,
 * REQUEST_NOT_PENDING, REQUEST_IS_YOURS, REQUEST_DECIDED_BY_YOU, REQUEST_CHANGED, and
 * INPUT_INVALID for a correction of something that was not put up.
 */
export async function decideOnRequest(
  ctx: AppContext,
  actions: ApprovalHandlers,
  tx: Tx,
  decision: Decision,
): Promise<Decided> {
  const { requestId, checker, input } = decision;
  const request = await lockRequest(tx, checker, requestId);
  if (!request) throw refuse('NOT_FOUND');
  const decided = await hasDecided(tx, requestId, checker.userId);
  const who = { userId: checker.userId, decided, now: ctx.clock.now() };
  const obstacle = obstacleOf(request, who);
  if (obstacle) throw refuse(obstacle);
  if (input.snapshotHash !== request.snapshotHash) throw refuse('REQUEST_CHANGED');
  const code = codeOf(request, input);
  const corrections = correctionsOf(request, input);
  await writeDecision(ctx, tx, request, { ...decision, code, corrections });
  if (code === null) await approve(ctx, actions, tx, request, checker);
  else await turnDown(ctx, actions, tx, request, { ...decision, code, corrections });
  const { state, approvals, approvalsNeeded } = request;
  return { state, approvals, approvalsNeeded };
}

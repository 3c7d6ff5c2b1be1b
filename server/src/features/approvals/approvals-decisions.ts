import type { DecisionInput, RequestDetail } from '@tegeka/contract/approvals.ts';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { ApprovalHandler, ApprovalOutcome } from './approvals-actions.ts';
import { findPolicy } from './approvals-policies.ts';
import type { Checker, RequestRow } from './approvals-store.ts';

const decisionWord = z.enum(['APPROVE', 'REQUEST_CORRECTION', 'REJECT']);
const correctionsShape = z.array(
  z.object({ field: z.string(), label: z.string(), comment: z.string() }),
);

type RequestId = Pick<RequestRow, 'id' | 'organization_id'>;

function decisionsOn(tx: Tx, request: RequestId) {
  return tx
    .selectFrom('approval_decisions')
    .where('organization_id', '=', request.organization_id)
    .where('request_id', '=', request.id);
}

/** True when this person has decided on the request before. */
export async function hasDecided(tx: Tx, request: RequestId, userId: string): Promise<boolean> {
  const own = decisionsOn(tx, request).select('id').where('checker_id', '=', userId);
  return (await own.executeTakeFirst()) !== undefined;
}

/** Writes a decision down, at the step where the request stands. */
export async function writeDecision(
  { clock, ids }: AppContext,
  tx: Tx,
  request: RequestRow,
  given: {
    checker: Checker;
    input: DecisionInput;
    refused: Extract<ApprovalOutcome, { kind: 'CORRECTION_NEEDED' | 'REJECTED' }> | null;
  },
): Promise<void> {
  const { checker, input, refused } = given;
  const at = clock.now();
  const corrections = refused?.kind === 'CORRECTION_NEEDED' ? refused.corrections : [];
  await tx
    .insertInto('approval_decisions')
    .values({
      id: ids.uuid(at),
      organization_id: request.organization_id,
      request_id: request.id,
      step: request.step,
      decision: input.decision,
      checker_id: checker.userId,
      checker_name: checker.name,
      code: refused?.kind === 'REJECTED' ? refused.code : (refused?.kind ?? null),
      comment: input.comment || null,
      corrections: JSON.stringify(corrections),
      at,
    })
    .execute();
}

/** Counts an approval that was just written; true where it was the last one. */
export async function advance(tx: Tx, request: RequestRow): Promise<boolean> {
  const policy = await findPolicy(tx, request.policy_id);
  const step = policy?.steps[request.step - 1];
  if (!policy || !step) throw new Error('A request outlived its policy');
  const { given } = await decisionsOn(tx, request)
    .select((eb) => eb.fn.countAll<string>().as('given'))
    .where('decision', '=', 'APPROVE')
    .where('step', '=', request.step)
    .executeTakeFirstOrThrow();
  const complete = Number(given) >= step.approvalsNeeded;
  const last = step === policy.steps.at(-1);
  request.approvals += 1;
  if (complete && !last) request.step += 1;
  await tx
    .updateTable('approval_requests')
    .set({ step: request.step, approvals: request.approvals })
    .where('id', '=', request.id)
    .execute();
  return complete && last;
}

/** The decisions on a request, oldest first, with who gave each. */
export async function readDecisions(
  tx: Tx,
  request: RequestId,
  { rejections }: ApprovalHandler,
): Promise<{ checkerId: string; shown: RequestDetail['decisions'][number] }[]> {
  const rows = await decisionsOn(tx, request).selectAll().orderBy('at').orderBy('id').execute();
  return rows.map((row) => ({
    checkerId: row.checker_id,
    shown: {
      decision: decisionWord.parse(row.decision),
      by: row.checker_name,
      at: row.at.toISOString(),
      step: row.step,
      reason: row.code && (rejections[row.code] ?? row.code),
      comment: row.comment,
      corrections: correctionsShape.parse(row.corrections),
    },
  }));
}

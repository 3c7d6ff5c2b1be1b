import {
  type DecisionInput,
  decisionShape,
  type RequestDetail,
} from '@tegeka/contract/approvals.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { ApprovalHandler, ApprovalOutcome } from './approvals-actions.ts';
import { findPolicy } from './approvals-policies.ts';
import type { Checker, RequestRow } from './approvals-store.ts';

function decisionsOn(tx: Tx, request: Pick<RequestRow, 'id' | 'organization_id'>) {
  return tx
    .selectFrom('approval_decisions')
    .where('organization_id', '=', request.organization_id)
    .where('request_id', '=', request.id);
}

/** Writes a decision down, at the step where the request stands. */
export async function writeDecision(
  { ids }: AppContext,
  tx: Tx,
  request: RequestRow,
  given: { checker: Checker; input: DecisionInput; refused: ApprovalOutcome | null; at: Date },
): Promise<void> {
  const { checker, input, refused, at } = given;
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
      code: input.decision === 'REJECT' ? input.code : null,
      comment: input.comment || null,
      corrections: JSON.stringify(refused?.corrections ?? []),
      at,
    })
    .execute();
}

/** Counts an approval that was just written; true where it was the last one. */
export async function advance(tx: Tx, request: RequestRow): Promise<boolean> {
  const { steps } = await findPolicy(tx, request.policy_id);
  const step = steps[request.step - 1];
  if (!step) throw new Error('A request outlived its policy');
  const { given } = await decisionsOn(tx, request)
    .select((eb) => eb.fn.countAll<string>().as('given'))
    .where('decision', '=', 'APPROVE')
    .where('step', '=', request.step)
    .executeTakeFirstOrThrow();
  const complete = Number(given) >= step.approvalsNeeded;
  const last = step === steps.at(-1);
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
  request: Pick<RequestRow, 'id' | 'organization_id'>,
  { rejections }: ApprovalHandler,
): Promise<{ checkerId: string; shown: RequestDetail['decisions'][number] }[]> {
  const rows = await decisionsOn(tx, request).selectAll().orderBy('at').orderBy('id').execute();
  return rows.map((row) => ({
    checkerId: row.checker_id,
    shown: decisionShape.parse({
      ...row,
      by: row.checker_name,
      at: row.at.toISOString(),
      reason: row.code && (rejections[row.code] ?? row.code),
    }),
  }));
}

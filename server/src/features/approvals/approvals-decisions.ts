import type { DecisionInput, RejectionCode } from '@tegeka/contract/approvals.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Correction } from './approvals-actions.ts';
import type { Checker, HeldRequest } from './approvals-store.ts';

/** True when this person has decided on the request before. */
export async function hasDecided(tx: Tx, requestId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('approval_decisions')
    .select('id')
    .where('request_id', '=', requestId)
    .where('checker_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a decision down, at the step where the request stands. */
export async function writeDecision(
  ctx: AppContext,
  tx: Tx,
  request: HeldRequest,
  given: {
    checker: Checker;
    input: DecisionInput;
    code: RejectionCode | null;
    corrections: Correction[];
  },
): Promise<void> {
  const [at, { checker, input, code, corrections }] = [ctx.clock.now(), given];
  await tx
    .insertInto('approval_decisions')
    .values({
      ...{ id: ctx.ids.uuid(at), request_id: request.id, at, code, step: request.step },
      ...{ organization_id: request.organizationId, decision: input.decision },
      ...{ checker_id: checker.userId, checker_name: checker.name },
      ...{ comment: input.comment || null, corrections: JSON.stringify(corrections) },
    })
    .execute();
}

/** Where an approval that was just written leads: the step now at work, and whether it was the last. */
export async function progressOf(
  tx: Tx,
  request: HeldRequest,
): Promise<{ step: number; complete: boolean }> {
  const steps = await tx
    .selectFrom('approval_steps as step')
    .select(['step.number', 'step.approvals_needed as needed'])
    .select((eb) =>
      eb
        .selectFrom('approval_decisions as decision')
        .select((count) => count.fn.countAll<string>().as('given'))
        .where('decision.request_id', '=', request.id)
        .where('decision.decision', '=', 'APPROVE')
        .whereRef('decision.step', '=', 'step.number')
        .as('given'),
    )
    .where('step.policy_id', '=', request.policyId)
    .orderBy('step.number')
    .execute();
  const open = steps.find(({ needed, given }) => Number(given) < needed);
  return { step: open?.number ?? request.step, complete: open === undefined };
}

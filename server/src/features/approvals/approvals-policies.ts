import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { ApprovalPolicies } from '#platform/database/tables.ts';

/** A step of a workflow; it needs so many different people. */
interface PolicyStep {
  name: string;
  approvalsNeeded: number;
}

/** A workflow: who checks what, in which steps, and how long it may wait. */
export interface PolicyPlan {
  name: string;
  action: string;
  /** The operators, or the people of one bank. */
  checkers: { domain: 'OPERATOR' } | { domain: 'BANK'; organizationId: string };
  /** Days from the request to EXPIRED, 1 to 365. */
  expiresAfterDays: number;
  steps: readonly PolicyStep[];
}

/** A policy as a request takes it, with its steps in order: the first one has the number 1. */
export type Policy = Selectable<ApprovalPolicies> & { steps: readonly PolicyStep[] };

/**
 * Makes a policy and gives its id. A policy is never changed: make another one and name it in the
 * setting of its action.
 */
export async function createPolicy(
  ctx: AppContext,
  tx: PlatformTx,
  plan: PolicyPlan,
): Promise<string> {
  const at = ctx.clock.now();
  const id = ctx.ids.uuid(at);
  const { name, action, checkers, expiresAfterDays, steps } = plan;
  if (steps.length === 0) throw new Error('A policy needs a step');
  await tx
    .insertInto('approval_policies')
    .values({
      id,
      name,
      action,
      checkers: checkers.domain,
      organization_id: checkers.domain === 'BANK' ? checkers.organizationId : null,
      expires_after_days: expiresAfterDays,
      created_at: at,
    })
    .execute();
  const rows = steps.map((step, n) => ({
    policy_id: id,
    number: n + 1,
    name: step.name,
    approvals_needed: step.approvalsNeeded,
  }));
  await tx.insertInto('approval_steps').values(rows).execute();
  return id;
}

/** A policy by id, if this transaction may see it. */
export async function findPolicy(tx: Tx, id: string): Promise<Policy | null> {
  const policies = tx.selectFrom('approval_policies').selectAll().where('id', '=', id);
  const policy = await policies.executeTakeFirst();
  if (!policy) return null;
  const steps = await tx
    .selectFrom('approval_steps')
    .select(['name', 'approvals_needed as approvalsNeeded'])
    .where('policy_id', '=', id)
    .orderBy('number')
    .execute();
  return { ...policy, steps };
}

/** The policy that is built in for an action, for where no setting names another one. */
export async function defaultPolicyId(tx: Tx, action: string): Promise<string> {
  const { id } = await tx
    .selectFrom('approval_policies')
    .select('id')
    .where('action', '=', action)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * The policy in force for an action: the one that a setting names, or the built-in one. Null where
 * the setting names none of this action.
 */
export async function policyInForce(
  tx: Tx,
  action: string,
  named: string | null,
): Promise<Policy | null> {
  if (named !== null && !z.uuid().safeParse(named).success) return null;
  const policy = await findPolicy(tx, named ?? (await defaultPolicyId(tx, action)));
  return policy?.action === action ? policy : null;
}

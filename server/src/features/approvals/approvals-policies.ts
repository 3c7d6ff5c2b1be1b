import type { ApprovalAction } from '@tegeka/contract/approvals.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';

/** Who checks: the operators, or the people of one bank. */
export type Checkers = { domain: 'OPERATOR' } | { domain: 'BANK'; organizationId: string };

/** A workflow: who checks what, in which steps, and how long it may wait. */
export interface PolicyPlan {
  name: string;
  action: ApprovalAction;
  checkers: Checkers;
  /** Days from putting up to EXPIRED, 1 to 365. */
  expiresAfterDays: number;
  /** In order; each needs so many different people. */
  steps: readonly { name: string; approvalsNeeded: number }[];
}

/** A policy as a request takes it. */
export interface Policy {
  id: string;
  name: string;
  action: string;
  checkers: Checkers;
  expiresAfterDays: number;
  steps: { number: number; name: string; approvalsNeeded: number }[];
}

/**
 * Makes a policy and gives its id. A policy is never changed: make another one and name it in the
 * setting of its action.
 */
export async function createPolicy(
  ctx: AppContext,
  tx: PlatformTx,
  plan: PolicyPlan,
): Promise<string> {
  const now = ctx.clock.now();
  const id = ctx.ids.uuid(now);
  const { checkers } = plan;
  if (plan.steps.length === 0) throw new Error('A policy needs a step');
  await tx
    .insertInto('approval_policies')
    .values({
      ...{ id, name: plan.name, action: plan.action, created_at: now },
      checkers: checkers.domain,
      organization_id: checkers.domain === 'BANK' ? checkers.organizationId : null,
      expires_after_days: plan.expiresAfterDays,
    })
    .execute();
  await tx
    .insertInto('approval_steps')
    .values(
      plan.steps.map(({ name, approvalsNeeded }, n) => ({
        ...{ policy_id: id, number: n + 1, name },
        approvals_needed: approvalsNeeded,
      })),
    )
    .execute();
  return id;
}

/** A policy by id, if this transaction may see it. */
export async function findPolicy(tx: Tx, id: string): Promise<Policy | null> {
  const row = await tx
    .selectFrom('approval_policies')
    .select(['name', 'action', 'organization_id', 'expires_after_days'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const steps = await tx
    .selectFrom('approval_steps')
    .select(['number', 'name', 'approvals_needed as approvalsNeeded'])
    .where('policy_id', '=', id)
    .orderBy('number')
    .execute();
  const { name, action, organization_id: organizationId, expires_after_days: days } = row;
  const checkers: Checkers =
    organizationId === null ? { domain: 'OPERATOR' } : { domain: 'BANK', organizationId };
  return { id, name, action, checkers, expiresAfterDays: days, steps };
}

/** The policy that is built in for an action, for where no setting names another one. */
export async function defaultPolicyId(tx: Tx, action: ApprovalAction): Promise<string> {
  const { id } = await tx
    .selectFrom('approval_policies')
    .select('id')
    .where('action', '=', action)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  return id;
}

import type { PolicyStep } from '#features/approvals/approvals-policies.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';

export interface PolicyPlan {
  name: string;
  action: string;
  /** The operators, or the people of one bank. */
  checkers: { domain: 'OPERATOR' } | { domain: 'BANK'; organizationId: string };
  /** Days from the request to EXPIRED, 1 to 365. */
  expiresAfterDays: number;
  steps: readonly PolicyStep[];
}

/** Adds a policy, as the owner of the database does, and gives its id. */
export async function createPolicy(
  ctx: AppContext,
  tx: Tx,
  { name, action, checkers, expiresAfterDays, steps }: PolicyPlan,
): Promise<string> {
  const at = ctx.clock.now();
  const id = ctx.ids.uuid(at);
  await tx
    .insertInto('approval_policies')
    .values({
      id,
      name,
      action,
      checkers: checkers.domain,
      organization_id: checkers.domain === 'BANK' ? checkers.organizationId : null,
      expires_after_days: expiresAfterDays,
      steps: JSON.stringify(steps),
      created_at: at,
    })
    .execute();
  return id;
}

import type { SettingName } from '@tegeka/contract/approvals.ts';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import * as z from 'zod/mini';
import { readSetting } from '#features/settings/settings-store.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';

/** A workflow: who checks what, in which steps, and how long it may wait. */
export interface PolicyPlan {
  name: string;
  action: string;
  /** The operators, or the people of one bank. */
  checkers: { domain: 'OPERATOR' } | { domain: 'BANK'; organizationId: string };
  /** Days from the request to EXPIRED, 1 to 365. */
  expiresAfterDays: number;
  /** Each needs so many different people. */
  steps: readonly { name: string; approvalsNeeded: number }[];
}

/**
 * Makes a policy and gives its id. A policy is never changed: make another one and name it in the
 * setting of its action.
 */
export async function createPolicy(ctx: AppContext, tx: Tx, plan: PolicyPlan): Promise<string> {
  const at = ctx.clock.now();
  const id = ctx.ids.uuid(at);
  const { name, action, checkers, expiresAfterDays, steps } = plan;
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

/** Policies as requests take them, with their steps in order: the first one has the number 1. */
function policies(tx: Tx) {
  return tx
    .selectFrom('approval_policies as p')
    .selectAll('p')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('approval_steps as s')
          .select(['s.name', 's.approvals_needed as approvalsNeeded'])
          .whereRef('s.policy_id', '=', 'p.id')
          .orderBy('s.number'),
      ).as('steps'),
    );
}
export type Policy = Awaited<ReturnType<ReturnType<typeof policies>['executeTakeFirstOrThrow']>>;

export function findPolicy(tx: Tx, id: string): Promise<Policy> {
  return policies(tx).where('p.id', '=', id).executeTakeFirstOrThrow();
}

/** The policy of an action for which nothing else is set. */
export function builtInPolicy(tx: Tx, action: string): Promise<Policy> {
  const builtIn = policies(tx).where('action', '=', action).where('is_default', '=', true);
  return builtIn.executeTakeFirstOrThrow();
}

/**
 * The policy in force for an action: the one that its setting names, or the built-in one. Null where
 * the setting names none of this action.
 */
export async function policyInForce(
  tx: Tx,
  action: string,
  setting: SettingName,
): Promise<Policy | null> {
  const named = await readSetting(tx, setting);
  if (named === null) return builtInPolicy(tx, action);
  if (!z.uuid().safeParse(named).success) return null;
  const policy = policies(tx).where('action', '=', action).where('p.id', '=', named);
  return (await policy.executeTakeFirst()) ?? null;
}

/** The policy by which a bank's people check: the newest of their own, made where they have none. */
export async function policyOfBank(
  ctx: AppContext,
  tx: PlatformTx,
  action: string,
  organizationId: string,
): Promise<Policy> {
  const own = await tx
    .selectFrom('approval_policies')
    .select('id')
    .where('action', '=', action)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const plan: PolicyPlan = {
    name: 'Check by one officer',
    action,
    checkers: { domain: 'BANK', organizationId },
    expiresAfterDays: 7,
    steps: [{ name: 'Check', approvalsNeeded: 1 }],
  };
  return findPolicy(tx, own?.id ?? (await createPolicy(ctx, tx, plan)));
}

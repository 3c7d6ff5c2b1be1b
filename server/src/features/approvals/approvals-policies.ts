import type { SettingName } from '@tegeka/contract/approvals.ts';
import { sql } from 'kysely';
import { readSetting } from '#features/settings/settings-store.ts';
import type { Tx } from '#platform/database/database.ts';

/** A step of a policy, with the number of different people who must approve. */
export interface PolicyStep {
  name: string;
  approvalsNeeded: number;
}

const policies = (tx: Tx) =>
  tx
    .selectFrom('approval_policies')
    .select(['id', 'name', 'checkers', 'organization_id', 'expires_after_days'])
    .select(sql<readonly PolicyStep[]>`steps`.as('steps'));

/** A workflow: who checks what, in which steps, and how long it may wait. It is never changed. */
export type Policy = Awaited<ReturnType<ReturnType<typeof policies>['executeTakeFirstOrThrow']>>;

export function findPolicy(tx: Tx, id: string): Promise<Policy> {
  return policies(tx).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The policy of an action without a setting: the newest one of the given bank, or the built-in one. */
export async function policyFor(
  tx: Tx,
  action: string,
  organizationId: string | null = null,
): Promise<Policy> {
  const policy = await policies(tx)
    .where('action', '=', action)
    .where(sql<boolean>`(is_default or organization_id = ${organizationId})`)
    .orderBy('is_default')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...policy, organization_id: organizationId };
}

/** The policy that a setting names, or the built-in one; undefined if it names no policy of the action. */
export async function policyInForce(tx: Tx, action: string, setting: SettingName) {
  const named = await readSetting(tx, setting);
  if (named === null) return policyFor(tx, action);
  const ofAction = policies(tx).where('action', '=', action);
  return ofAction.where(sql`id::text`, '=', named).executeTakeFirst();
}

import { type Policy, policyInForce } from '#features/approvals/approvals-policies.ts';
import { readSetting } from '#features/settings/settings-store.ts';
import type { Tx } from '#platform/database/database.ts';

/**
 * The workflow that checks changes: the one that MERCHANT_CHANGE_POLICY_ID names, or the built-in
 * one. A setting that names no such workflow is a fault of the installation, never of the business.
 */
export async function changePolicy(tx: Tx): Promise<Policy> {
  const named = await readSetting(tx, 'MERCHANT_CHANGE_POLICY_ID');
  const policy = await policyInForce(tx, 'MERCHANT_CHANGE', named);
  if (policy) return policy;
  throw new Error('MERCHANT_CHANGE_POLICY_ID names no workflow for changes of businesses');
}

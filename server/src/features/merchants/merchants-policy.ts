import { type Policy, policyInForce } from '#features/approvals/approvals-policies.ts';
import { readSetting } from '#features/settings/settings-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';

/**
 * The workflow that reviews businesses: the one that MERCHANT_APPROVAL_POLICY_ID names, or the
 * built-in one. A submission may name it as well, but not choose another: a business must not pick
 * itself a workflow with fewer checkers. Refuses POLICY_UNKNOWN.
 */
export async function registrationPolicy(
  tx: Tx,
  named: string | null | undefined,
): Promise<Policy> {
  const setting = await readSetting(tx, 'MERCHANT_APPROVAL_POLICY_ID');
  const policy = await policyInForce(tx, 'MERCHANT_REGISTRATION', setting);
  if (policy && (named ?? policy.id) === policy.id) return policy;
  const message = 'This approval workflow is not in force. Please submit again.';
  throw refuse('POLICY_UNKNOWN', { fields: [{ field: 'approvalPolicyId', message }] });
}

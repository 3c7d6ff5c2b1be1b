import * as z from 'zod/mini';
import {
  defaultPolicyId,
  findPolicy,
  type Policy,
} from '#features/approvals/approvals-policies.ts';
import { readSetting } from '#features/settings/settings-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';

const ACTION = 'MERCHANT_REGISTRATION';

/**
 * The workflow that reviews businesses: the one that MERCHANT_APPROVAL_POLICY_ID names, or the
 * built-in one. A submission may name it as well, but not choose another: a business must not pick
 * itself a workflow with fewer checkers. Refuses POLICY_UNKNOWN.
 */
export async function policyInForce(tx: Tx, named: string | null | undefined): Promise<Policy> {
  const id =
    (await readSetting(tx, 'MERCHANT_APPROVAL_POLICY_ID')) ?? (await defaultPolicyId(tx, ACTION));
  const known = z.uuid().safeParse(id).success ? await findPolicy(tx, id) : null;
  if (known?.action === ACTION && (named ?? id) === id) return known;
  const message = 'This approval workflow is not in force. Please submit again.';
  throw refuse('POLICY_UNKNOWN', { fields: [{ field: 'approvalPolicyId', message }] });
}

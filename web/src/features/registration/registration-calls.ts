import {
  getRegistration,
  submitMerchant,
} from '@tegeka/contract/merchants/merchant-registration.ts';
import { getSetting } from '@tegeka/contract/settings.ts';
import { endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { type Registrant, submissionOf } from '#features/registration/registration-form.ts';
import { type Draft, uploadsOf } from '#ui/form/draft/field-draft.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { fieldErrorsOf } from '#ui/form/draft/merchant-form.ts';

export const registrationQuery = (merchantId: string) =>
  endpointQuery(getRegistration, { params: { merchantId } });

/** How a submission ended. */
export type SubmitOutcome =
  | { kind: 'submitted' }
  | { kind: 'policy-failed' }
  | {
      kind: 'refused';
      words: string | null;
      fields: FieldErrors;
      /** True when the server has said no: nothing was made, and a next try is a new one. */
      settled: boolean;
    };

const MERCHANT_APPROVAL_POLICY_ID = { params: { name: 'MERCHANT_APPROVAL_POLICY_ID' } } as const;

async function policyId(): Promise<{ value: string | null } | null> {
  try {
    return await call(getSetting, MERCHANT_APPROVAL_POLICY_ID);
  } catch {
    return null;
  }
}

/** Fetches the approval policy, then submits the business (specification, 4.2). */
export async function submitBusiness(
  draft: Draft,
  registrant: Registrant,
  idempotencyKey: string,
): Promise<SubmitOutcome> {
  const policy = await policyId();
  if (!policy) return { kind: 'policy-failed' };
  try {
    const body = submissionOf(draft, registrant, policy.value);
    await call(submitMerchant, { body, files: uploadsOf(draft), idempotencyKey });
    return { kind: 'submitted' };
  } catch (error) {
    const failed = error instanceof CallFailed ? error : null;
    // Any answer that is not empty counts as success (specification, section 7).
    if (failed?.done) return { kind: 'submitted' };
    return {
      kind: 'refused',
      words: failed?.words() ?? null,
      fields: fieldErrorsOf(failed?.problem),
      settled: failed !== null && failed.status >= 400 && failed.status < 500,
    };
  }
}

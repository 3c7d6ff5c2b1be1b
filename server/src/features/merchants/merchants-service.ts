import type { MerchantState } from '@tegeka/contract/merchants/merchants.ts';
import type { Policy } from '#features/approvals/approvals-policies.ts';
import { requestApproval, withdrawRequest } from '#features/approvals/approvals-service.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { actorOf } from '#platform/state/transition.ts';
import { writeToMerchant } from './merchants-messages.ts';
import { registrationPolicy } from './merchants-policy.ts';
import { partsOf } from './merchants-snapshot.ts';
import { findMerchantOf, lockMerchant, type Registration } from './merchants-store.ts';
import {
  checkBank,
  checkFiles,
  checkPerson,
  type DocumentPart,
  isDuplicate,
  type Representative,
  type Submission,
} from './merchants-submission.ts';
import {
  changeMerchantState,
  correctMerchant,
  insertMerchant,
  lockSubmissions,
} from './merchants-writes.ts';

const ACTION = 'MERCHANT_REGISTRATION';

/** A business and where it stands. */
export interface Standing {
  merchantId: string;
  merchantState: MerchantState;
}

/** The representative as the actor of a transition. */
const representativeOf = (person: Representative) => ({
  ...actorOf({ ...person, domain: 'MERCHANT' }),
  id: person.userId,
});

async function write(ctx: AppContext, tx: Tx, known: Registration | null, given: Submission) {
  const { submission, person, files } = given;
  const { organizationId } = person;
  const representative = representativeOf(person);
  const fileOf = async (part: DocumentPart): Promise<string> => {
    const upload = files[part];
    if (upload) return (await ctx.files.keep(tx, upload, { organizationId, kind: part })).id;
    if (!known) throw new Error(`${part} was not checked`);
    return known.documents[part].id;
  };
  const at = ctx.clock.now();
  const logoId = await fileOf('logo');
  const certificateId = await fileOf('certificateOfIncorporation');
  const registration = { submission, logoId, certificateId, representative, at };
  const id = known?.id ?? ctx.ids.uuid(at);
  if (known) await correctMerchant(tx, id, registration);
  else await insertMerchant(tx, id, registration);
  return id;
}

async function requestReview(
  ctx: AppContext,
  tx: Tx,
  id: string,
  given: Submission,
  policy: Policy,
) {
  const { person, submission } = given;
  const registration = await lockMerchant(tx, id);
  const { organizationId } = person;
  const requestId = await requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    organizationId,
    title: submission.businessName,
    maker: { ...representativeOf(person), email: person.email },
    policy,
    parts: partsOf(registration),
  });
  const payload = { merchantId: id, requestId };
  await ctx.domainEvents.record(tx, { kind: 'merchant.submitted', organizationId, payload });
  await writeToMerchant(ctx, tx, registration, 'merchant-submitted');
}

/**
 * Submits a business for review, or its corrected registration again. What is sent twice while it
 * waits is answered twice and counts once. Refuses NOT_FOUND for another organization,
 * MERCHANT_ALREADY_REGISTERED, BANK_UNKNOWN, POLICY_UNKNOWN, FILE_MISSING, and INPUT_INVALID for
 * another person's email. A first submission can also be seeded as the platform.
 */
export async function submitRegistration(
  ctx: AppContext,
  tx: Tx,
  given: Submission,
): Promise<Standing> {
  checkPerson(given);
  await lockSubmissions(tx, given.person.organizationId);
  const known = await findMerchantOf(tx, given.person.organizationId);
  if (known && known.state !== 'ACTION_REQUIRED') {
    if (known.state === 'PENDING_APPROVAL' && isDuplicate(known, given))
      return { merchantId: known.id, merchantState: known.state };
    throw refuse('MERCHANT_ALREADY_REGISTERED');
  }
  if (!known) checkFiles(given);
  await checkBank(ctx, tx, given);
  const policy = await registrationPolicy(tx, given.submission.approvalPolicyId);
  const merchantId = await write(ctx, tx, known, given);
  await requestReview(ctx, tx, merchantId, given, policy);
  return { merchantId, merchantState: 'PENDING_APPROVAL' };
}

/**
 * The business takes its registration back while it waits, to change it. Refuses REQUEST_NOT_PENDING
 * once it was decided.
 */
export async function withdrawRegistration(
  ctx: AppContext,
  tx: Tx,
  { person, merchantId }: { person: Representative; merchantId: string },
): Promise<void> {
  const { organizationId } = person;
  const actor = representativeOf(person);
  // The request is locked before the business, as a decision does it: they can not deadlock.
  await withdrawRequest(ctx, tx, { action: ACTION, entityId: merchantId, organizationId, actor });
  const at = ctx.clock.now();
  const reason = 'You took the registration back to change it.';
  const review = { reason, comment: null, corrections: [], at: at.toISOString() };
  await changeMerchantState(tx, merchantId, { to: 'ACTION_REQUIRED', actor, reason, review, at });
  const payload = { merchantId };
  await ctx.domainEvents.record(tx, { kind: 'merchant.withdrawn', organizationId, payload });
}

import type { MerchantState } from '@tegeka/contract/merchants.ts';
import type { Policy } from '#features/approvals/approvals-policies.ts';
import { openRequest, withdrawRequest } from '#features/approvals/approvals-service.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { writeToMerchant } from './merchants-messages.ts';
import { policyInForce } from './merchants-policy.ts';
import { partsOf } from './merchants-snapshot.ts';
import {
  findMerchant,
  findMerchantOf,
  lockMerchant,
  type Registration,
} from './merchants-store.ts';
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
  correctMerchant,
  insertMerchant,
  lockSubmissions,
  transitionMerchant,
} from './merchants-writes.ts';

const ACTION = 'MERCHANT_REGISTRATION';

/** A business and where it stands. */
export interface Standing {
  merchantId: string;
  merchantState: MerchantState;
}

const nameOf = ({ firstName, lastName }: Representative) => `${firstName} ${lastName}`.trim();

async function write(ctx: AppContext, tx: Tx, known: Registration | null, given: Submission) {
  const { submission, person, files } = given;
  const { organizationId, userId: representativeId } = person;
  const fileOf = async (part: DocumentPart): Promise<string> => {
    const upload = files[part];
    if (upload) return (await ctx.files.keep(tx, upload, { organizationId, kind: part })).id;
    if (!known) throw new Error(`${part} was not checked`);
    return known.documents[part].id;
  };
  const at = ctx.clock.now();
  const logoId = await fileOf('logo');
  const certificateId = await fileOf('certificateOfIncorporation');
  const registration = { submission, logoId, certificateId, representativeId, at };
  const id = known?.id ?? ctx.ids.uuid(at);
  if (known) await correctMerchant(tx, known, registration);
  else await insertMerchant(tx, id, registration);
  return id;
}

async function requestApproval(
  ctx: AppContext,
  tx: Tx,
  id: string,
  given: Submission,
  policy: Policy,
) {
  const { person, submission } = given;
  const registration = await lockMerchant(tx, id);
  const { organizationId } = person;
  const requestId = await openRequest(ctx, tx, {
    ...{ action: ACTION, entityId: id, organizationId, title: submission.businessName, policy },
    maker: { id: person.userId, name: nameOf(person), email: person.email },
    parts: partsOf(registration),
  });
  await ctx.domainEvents.record(tx, {
    ...{ kind: 'merchant.submitted', organizationId, payload: { merchantId: id, requestId } },
  });
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
  const policy = await policyInForce(tx, given.submission.approvalPolicyId);
  const merchantId = await write(ctx, tx, known, given);
  await requestApproval(ctx, tx, merchantId, given, policy);
  return { merchantId, merchantState: 'PENDING_APPROVAL' };
}

/**
 * The business takes its registration back while it waits, to change it. Refuses NOT_FOUND, and
 * REQUEST_NOT_PENDING once it was decided.
 */
export async function withdrawRegistration(
  ctx: AppContext,
  tx: Tx,
  { person, merchantId }: { person: Representative; merchantId: string },
): Promise<void> {
  if (!(await findMerchant(tx, merchantId))) throw refuse('NOT_FOUND');
  const actor = { id: person.userId, name: nameOf(person) };
  // The request is locked before the business, as a decision does it: they can not hang.
  await withdrawRequest(ctx, tx, { action: ACTION, entityId: merchantId, actor });
  const merchant = await lockMerchant(tx, merchantId);
  const at = ctx.clock.now();
  const reason = 'You took the registration back to change it.';
  await transitionMerchant(tx, merchant, {
    ...{ to: 'ACTION_REQUIRED', actorId: person.userId, reason, at },
    review: { reason, comment: null, corrections: [], at: at.toISOString() },
  });
  const { organizationId } = person;
  const payload = { merchantId };
  await ctx.domainEvents.record(tx, { kind: 'merchant.withdrawn', organizationId, payload });
}

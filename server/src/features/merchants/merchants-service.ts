import { isDeepStrictEqual } from 'node:util';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type {
  MerchantSubmission,
  submitMerchant,
} from '@tegeka/contract/merchants/merchant-registration.ts';
import { type Policy, policyInForce } from '#features/approvals/approvals-policies.ts';
import { requestApproval, withdrawRequest } from '#features/approvals/approvals-service.ts';
import type { Tx } from '#platform/database/database.ts';
import type { StoredUpload } from '#platform/files/stored-files.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import { actorOf } from '#platform/state/transition.ts';
import { requireOfferedBank } from './merchants-details.ts';
import { MERCHANT_MESSAGES, writeToMerchant } from './merchants-messages.ts';
import { submittedOf } from './merchants-profile.ts';
import { partsOf } from './merchants-snapshot.ts';
import { findMerchantOf, lockMerchant, type Registration } from './merchants-store.ts';
import {
  changeMerchantState,
  correctMerchant,
  insertMerchant,
  lockSubmissions,
} from './merchants-writes.ts';

const ACTION = 'MERCHANT_REGISTRATION';

export interface Representative {
  userId: string;
  organizationId: string;
  firstName: string;
  lastName: string;
  email: string;
}

export interface Submission {
  person: Representative;
  submission: MerchantSubmission;
  /** By the parts of {@link DOCUMENTS}; a correction keeps what is left out. */
  files: Readonly<Partial<Record<string, StoredUpload>>>;
}

/** The documents of a registration, by their parts of the body. */
const DOCUMENTS = ['logo', 'certificateOfIncorporation'] as const;
type DocumentPart = (typeof DOCUMENTS)[number];

/** Refuses what names another organization (NOT_FOUND) or another person's address. */
function checkPerson({ person, submission }: Submission): void {
  if (submission.organizationId !== person.organizationId) throw refuse('NOT_FOUND');
  // Emails go to the account's own address, so that nobody can make us write to a stranger.
  if (person.email !== '' && submission.userInfo.email !== person.email.toLowerCase()) {
    const message = 'Use the address you signed in with.';
    throw refuseField('userInfo.email', message);
  }
}

/** Refuses FILE_MISSING for a first registration without one of its documents. */
function checkFiles({ files }: Submission): void {
  const missing = DOCUMENTS.find((part) => !files[part]);
  if (!missing) return;
  const message = 'Please add this file.';
  throw refuseField(missing, message, 'FILE_MISSING');
}

/** True when this is what was submitted before, sent a second time. */
function isDuplicate(
  ctx: AppContext,
  known: Registration,
  { submission, files }: Submission,
): boolean {
  // The workflow is not compared: it is no data of the business.
  const contentOf = (whole: MerchantSubmission) => ({ ...whole, approvalPolicyId: null });
  return (
    isDeepStrictEqual(contentOf(submission), contentOf(submittedOf(ctx, known).merchant)) &&
    DOCUMENTS.every((part) =>
      [undefined, known.documents[part].sha256].includes(files[part]?.sha256),
    )
  );
}

/**
 * The workflow that reviews businesses: the one that MERCHANT_APPROVAL_POLICY_ID names, or the
 * built-in one. A submission may name it as well, but not choose another: a business must not pick
 * itself a workflow with fewer checkers. Refuses POLICY_UNKNOWN.
 */
async function registrationPolicy(tx: Tx, named: string | null | undefined): Promise<Policy> {
  const policy = await policyInForce(tx, ACTION, 'MERCHANT_APPROVAL_POLICY_ID');
  if (policy && (named ?? policy.id) === policy.id) return policy;
  const message = 'This approval workflow is not in force. Please submit again.';
  throw refuseField('approvalPolicyId', message, 'POLICY_UNKNOWN');
}

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
  if (known) await correctMerchant(ctx, tx, id, registration);
  else await insertMerchant(ctx, tx, id, registration);
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
    parts: partsOf(ctx, registration),
  });
  const payload = { merchantId: id, requestId };
  await ctx.domainEvents.record(tx, { kind: 'merchant.submitted', organizationId, payload });
  await writeToMerchant(ctx, tx, registration, MERCHANT_MESSAGES['merchant-submitted']);
}

/**
 * Submits a business for review, or its corrected registration again. The same submission, sent again
 * while it waits, has no further effect. Refuses NOT_FOUND for another organization,
 * MERCHANT_ALREADY_REGISTERED, BANK_UNKNOWN, POLICY_UNKNOWN, FILE_MISSING, and INPUT_INVALID for
 * another person's email. A first submission can also be seeded as the platform.
 */
export async function submitRegistration(
  ctx: AppContext,
  tx: Tx,
  given: Submission,
): Promise<OutputOf<typeof submitMerchant>> {
  checkPerson(given);
  await lockSubmissions(tx, given.person.organizationId);
  const known = await findMerchantOf(tx, given.person.organizationId);
  if (known && known.state !== 'ACTION_REQUIRED') {
    if (known.state === 'PENDING_APPROVAL' && isDuplicate(ctx, known, given))
      return { merchantId: known.id, merchantState: known.state };
    throw refuse('MERCHANT_ALREADY_REGISTERED');
  }
  if (!known) checkFiles(given);
  for (const [n, { bankId }] of given.submission.bankAccounts.entries())
    await requireOfferedBank(ctx, tx, bankId, { field: `bankAccounts.${n}.bankId` });
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
  const request = { action: ACTION, entityId: merchantId, organizationId, actor };
  if (!(await withdrawRequest(ctx, tx, request))) throw refuse('REQUEST_NOT_PENDING');
  const at = ctx.clock.now();
  const reason = 'You took the registration back to change it.';
  const review = { reason, comment: null, corrections: [], at: at.toISOString() };
  await changeMerchantState(tx, merchantId, { to: 'ACTION_REQUIRED', actor, reason, review, at });
  const payload = { merchantId };
  await ctx.domainEvents.record(tx, { kind: 'merchant.withdrawn', organizationId, payload });
}

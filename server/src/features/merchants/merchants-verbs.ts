import type { MerchantState } from '@tegeka/contract/merchants.ts';
import type { Policy } from '#features/approvals/approvals-policies.ts';
import { openRequest, withdrawRequest } from '#features/approvals/approvals-verbs.ts';
import type { Tx } from '#platform/database.ts';
import type { Frame } from '#platform/frame.ts';
import { refuse } from '#platform/refusal.ts';
import { writeToMerchant } from './merchants-letters.ts';
import { policyInForce } from './merchants-policy.ts';
import { partsOf } from './merchants-snapshot.ts';
import {
  findMerchant,
  findMerchantOf,
  holdMerchant,
  type Registration,
} from './merchants-store.ts';
import {
  checkBank,
  checkFiles,
  checkPerson,
  type DocumentPart,
  isTwin,
  type Representative,
  type Submission,
} from './merchants-submission.ts';
import {
  correctMerchant,
  insertMerchant,
  lockSubmissions,
  moveMerchant,
} from './merchants-writes.ts';

const ACTION = 'MERCHANT_REGISTRATION';

/** A business and where it stands. */
export interface Standing {
  merchantId: string;
  merchantState: MerchantState;
}

const nameOf = ({ firstName, lastName }: Representative) => `${firstName} ${lastName}`.trim();

async function write(frame: Frame, tx: Tx, known: Registration | null, given: Submission) {
  const { submission, person, files } = given;
  const { organizationId, userId: representativeId } = person;
  const fileOf = async (part: DocumentPart): Promise<string> => {
    const upload = files[part];
    if (upload) return (await frame.files.keep(tx, upload, { organizationId, kind: part })).id;
    if (!known) throw new Error(`${part} was not checked`);
    return known.documents[part].id;
  };
  const at = frame.clock.now();
  const logoId = await fileOf('logo');
  const certificateId = await fileOf('certificateOfIncorporation');
  const registration = { submission, logoId, certificateId, representativeId, at };
  const id = known?.id ?? frame.ids.uuid(at);
  if (known) await correctMerchant(tx, known, registration);
  else await insertMerchant(tx, id, registration);
  return id;
}

async function putUp(frame: Frame, tx: Tx, id: string, given: Submission, policy: Policy) {
  const { person, submission } = given;
  const registration = await holdMerchant(tx, id);
  const { organizationId } = person;
  const requestId = await openRequest(frame, tx, {
    ...{ action: ACTION, entityId: id, organizationId, title: submission.businessName, policy },
    maker: { id: person.userId, name: nameOf(person), email: person.email },
    parts: partsOf(registration),
  });
  await frame.news.record(tx, {
    ...{ kind: 'merchant.submitted', organizationId, payload: { merchantId: id, requestId } },
  });
  await writeToMerchant(frame, tx, registration, 'merchant-submitted');
}

/**
 * Submits a business for review, or its corrected registration again. What is sent twice while it
 * waits is answered twice and counts once. Refuses NOT_FOUND for another organization,
 * MERCHANT_ALREADY_REGISTERED, BANK_UNKNOWN, POLICY_UNKNOWN, FILE_MISSING, and INPUT_INVALID for
 * another person's email. A first submission can also be seeded as the platform.
 */
export async function submitRegistration(
  frame: Frame,
  tx: Tx,
  given: Submission,
): Promise<Standing> {
  checkPerson(given);
  await lockSubmissions(tx, given.person.organizationId);
  const known = await findMerchantOf(tx, given.person.organizationId);
  if (known && known.state !== 'ACTION_REQUIRED') {
    if (known.state === 'PENDING_APPROVAL' && isTwin(known, given))
      return { merchantId: known.id, merchantState: known.state };
    throw refuse('MERCHANT_ALREADY_REGISTERED');
  }
  if (!known) checkFiles(given);
  await checkBank(frame, tx, given);
  const policy = await policyInForce(tx, given.submission.approvalPolicyId);
  const merchantId = await write(frame, tx, known, given);
  await putUp(frame, tx, merchantId, given, policy);
  return { merchantId, merchantState: 'PENDING_APPROVAL' };
}

/**
 * The business takes its registration back while it waits, to change it. Refuses NOT_FOUND, and
 * REQUEST_NOT_PENDING once it was decided.
 */
export async function withdrawRegistration(
  frame: Frame,
  tx: Tx,
  { person, merchantId }: { person: Representative; merchantId: string },
): Promise<void> {
  if (!(await findMerchant(tx, merchantId))) throw refuse('NOT_FOUND');
  const actor = { id: person.userId, name: nameOf(person) };
  // The request is locked before the business, as a decision does it: they can not hang.
  await withdrawRequest(frame, tx, { action: ACTION, entityId: merchantId, actor });
  const merchant = await holdMerchant(tx, merchantId);
  const at = frame.clock.now();
  const reason = 'You took the registration back to change it.';
  await moveMerchant(tx, merchant, {
    ...{ to: 'ACTION_REQUIRED', actorId: person.userId, reason, at },
    review: { reason, comment: null, corrections: [], at: at.toISOString() },
  });
  const { organizationId } = person;
  const payload = { merchantId };
  await frame.news.record(tx, { kind: 'merchant.withdrawn', organizationId, payload });
}

import { sql } from 'kysely';
import { MERCHANT_TRANSITIONS, type MerchantState } from '@tegeka/contract/merchants.ts';
import type { MerchantSubmission } from '@tegeka/contract/merchant-registration.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Registration, Review } from './merchants-store.ts';

/** A registration to be written, whose files are kept already. */
export interface NewRegistration {
  submission: MerchantSubmission;
  logoId: string;
  certificateId: string;
  /** Who submits. */
  representativeId: string;
  at: Date;
}

/** Where a business goes, who moves it, and why. */
export interface MerchantTransition {
  to: MerchantState;
  /** A person's id; null for the platform itself. */
  actorId: string | null;
  reason: string | null;
  /** What the business is told from now on; null where nothing is left to say. */
  review: Review | null;
  at: Date;
}

/** Lets one submission of an organization through at a time: a double click waits for its twin. */
export async function lockSubmissions(tx: Tx, organizationId: string): Promise<void> {
  const name = `merchant submission ${organizationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

function columnsOf({ submission, logoId, certificateId, representativeId, at }: NewRegistration) {
  const { businessAddress: address, userInfo } = submission;
  return {
    business_name: submission.businessName,
    registration_number: submission.registrationNumber,
    tax_number: submission.taxNumber,
    industry: submission.industry,
    phone: submission.phoneNumber.subscriberNumber,
    ...{ country: address.country, country_code: address.countryCode, region: address.region },
    ...{ city: address.city, street: address.street, postal_code: address.postalCode },
    building_name: address.buildingName,
    ...{ logo_file_id: logoId, certificate_file_id: certificateId },
    representative_id: representativeId,
    representative_email: userInfo.email,
    representative_phone: userInfo.phoneNumber.subscriberNumber,
    representative_first_name: userInfo.firstName,
    representative_last_name: userInfo.lastName,
    ...{ submitted_at: at, review: null },
  };
}

function accountOf({ bankAccounts }: MerchantSubmission) {
  const [account] = bankAccounts;
  if (!account) throw new Error('A registration has one bank account');
  return {
    ...{ bank_id: account.bankId, account_name: account.accountName, branch: account.branch },
    ...{ account_number: account.accountNumber, account_type: account.accountType },
    branch_code: account.branchCode,
  };
}

async function writeTransition(
  tx: Tx,
  merchant: { id: string; organizationId: string; from: MerchantState | null; number: number },
  { to, actorId, reason, at }: Omit<MerchantTransition, 'review'>,
): Promise<void> {
  await tx
    .insertInto('merchant_transitions')
    .values({
      ...{ merchant_id: merchant.id, organization_id: merchant.organizationId, at, reason },
      ...{ number: merchant.number, from_state: merchant.from, to_state: to, actor_id: actorId },
    })
    .execute();
}

/** Writes a business down that is submitted for the first time. */
export async function insertMerchant(tx: Tx, id: string, given: NewRegistration): Promise<void> {
  const { submission, representativeId: actorId, at } = given;
  const { organizationId } = submission;
  const state = 'PENDING_APPROVAL';
  const owned = { organization_id: organizationId };
  await tx
    .insertInto('merchants')
    .values({ ...columnsOf(given), ...owned, id, state, revision: 1, created_at: at })
    .execute();
  await tx
    .insertInto('merchant_bank_accounts')
    .values({ ...accountOf(submission), ...owned, merchant_id: id })
    .execute();
  const first = { id, organizationId, from: null, number: 1 };
  await writeTransition(tx, first, { to: state, actorId, reason: null, at });
}

/** Moves a business to another state. What MERCHANT_MOVES does not name is a bug. */
export async function transitionMerchant(
  tx: Tx,
  merchant: Pick<Registration, 'id' | 'state' | 'revision' | 'submission'>,
  move: MerchantTransition,
): Promise<void> {
  const { id, state: from, revision, submission } = merchant;
  if (!MERCHANT_TRANSITIONS[from].includes(move.to))
    throw new Error(`A merchant can not go from ${from} to ${move.to}`);
  const number = revision + 1;
  const { organizationId } = submission;
  // Of two moves made at the same moment the second finds the number taken.
  await writeTransition(tx, { id, organizationId, from, number }, move);
  const review = move.review === null ? null : JSON.stringify(move.review);
  await tx
    .updateTable('merchants')
    .set({ state: move.to, revision: number, review })
    .where('id', '=', id)
    .execute();
}

/** Puts a corrected registration in the place of the one before; its state moves with it. */
export async function correctMerchant(
  tx: Tx,
  merchant: Registration,
  given: NewRegistration,
): Promise<void> {
  const { representativeId: actorId, at } = given;
  await transitionMerchant(tx, merchant, {
    ...{ to: 'PENDING_APPROVAL', actorId, reason: null, review: null, at },
  });
  await tx.updateTable('merchants').set(columnsOf(given)).where('id', '=', merchant.id).execute();
  await tx
    .updateTable('merchant_bank_accounts')
    .set(accountOf(given.submission))
    .where('merchant_id', '=', merchant.id)
    .execute();
}

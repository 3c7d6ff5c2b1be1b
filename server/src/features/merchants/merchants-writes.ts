import { sql } from 'kysely';
import { makeReference } from '@tegeka/contract/kit/reference.ts';
import { MERCHANT, type MerchantState } from '@tegeka/contract/merchants/merchants.ts';
import type { MerchantSubmission } from '@tegeka/contract/merchants/merchant-registration.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import {
  type Actor,
  recordFirstState,
  type StateTable,
  transition,
} from '#platform/state/transition.ts';
import { encryptAccountNumber } from './merchants-details.ts';
import type { Review } from './merchants-store.ts';

const MERCHANTS: StateTable<MerchantState, 'merchants'> = {
  machine: MERCHANT,
  table: 'merchants',
};

/** A registration to be written, whose files are stored already. */
export interface NewRegistration {
  submission: MerchantSubmission;
  logoId: string;
  certificateId: string;
  /** Who submits. */
  representative: Actor & { id: string };
  at: Date;
}

/** A state change of a business: the new state, by whom and why. */
export interface MerchantChange {
  to: MerchantState;
  actor: Actor;
  reason: string | null;
  /** Shown to the business from now on; null shows nothing. */
  review: Review | null;
  at: Date;
}

/** Serializes the submissions of an organization, by an advisory lock until the transaction ends. */
export async function lockSubmissions(tx: Tx, organizationId: string): Promise<void> {
  const name = `merchant submission ${organizationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

function columnsOf({ submission, logoId, certificateId, representative, at }: NewRegistration) {
  const { businessAddress: address, userInfo } = submission;
  return {
    business_name: submission.businessName,
    registration_number: submission.registrationNumber,
    tax_number: submission.taxNumber,
    industry: submission.industry,
    phone: submission.phoneNumber.subscriberNumber,
    country: address.country,
    country_code: address.countryCode,
    region: address.region,
    city: address.city,
    street: address.street,
    postal_code: address.postalCode,
    building_name: address.buildingName,
    logo_file_id: logoId,
    certificate_file_id: certificateId,
    representative_id: representative.id,
    representative_email: userInfo.email,
    representative_phone: userInfo.phoneNumber.subscriberNumber,
    representative_first_name: userInfo.firstName,
    representative_last_name: userInfo.lastName,
    submitted_at: at,
    review: null,
  };
}

function accountOf(ctx: AppContext, { bankAccounts, organizationId }: MerchantSubmission) {
  const [account] = bankAccounts;
  if (!account) throw new Error('A registration has one bank account');
  return {
    bank_id: account.bankId,
    account_name: account.accountName,
    ...encryptAccountNumber(ctx, organizationId, account.accountNumber),
    account_type: account.accountType,
    branch: account.branch,
    branch_code: account.branchCode,
  };
}

/** Inserts a business that is submitted for the first time. */
export async function insertMerchant(
  ctx: AppContext,
  tx: Tx,
  id: string,
  given: NewRegistration,
): Promise<void> {
  const { submission, representative, at } = given;
  const { organizationId } = submission;
  const to = 'PENDING_APPROVAL';
  const owned = { organization_id: organizationId };
  await tx
    .insertInto('merchants')
    .values({
      ...columnsOf(given),
      ...owned,
      id,
      state: to,
      revision: 1,
      repayment_reference: makeReference('TGB', [...Buffer.from(ctx.ids.secret(), 'base64url')]),
      created_at: at,
    })
    .execute();
  await tx
    .insertInto('merchant_bank_accounts')
    .values({ ...accountOf(ctx, submission), ...owned, merchant_id: id })
    .execute();
  await recordFirstState(tx, MERCHANT, { organizationId, id, to, actor: representative, at });
}

/** Changes the state of a business, and the review that is shown to it. */
export async function changeMerchantState(
  tx: Tx,
  id: string,
  { review, ...change }: MerchantChange,
): Promise<void> {
  await transition(tx, MERCHANTS, {
    ...change,
    id,
    set: { review: review && JSON.stringify(review) },
  });
}

/** Replaces a registration by its correction, for another review. */
export async function correctMerchant(
  ctx: AppContext,
  tx: Tx,
  id: string,
  given: NewRegistration,
): Promise<void> {
  const { representative: actor, at } = given;
  const set = columnsOf(given);
  await transition(tx, MERCHANTS, { id, to: 'PENDING_APPROVAL', actor, reason: null, at, set });
  await tx
    .updateTable('merchant_bank_accounts')
    .set(accountOf(ctx, given.submission))
    .where('merchant_id', '=', id)
    .execute();
}

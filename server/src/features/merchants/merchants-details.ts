import { textOf } from '@tegeka/contract/kit/errors.ts';
import { DETAIL_FIELDS, type DetailField } from '@tegeka/contract/merchants/merchant-fields.ts';
import { textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import * as z from 'zod/mini';
import { findOfferedBank } from '#features/banks/banks-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuseField } from '#platform/http/refusal.ts';
import { reencryptColumn } from '#platform/security/re-encryption.ts';
import type { Registration } from './merchants-store.ts';

/**
 * Legal and bank data of a business, each as one text: a bank and a certificate by their ids, all
 * else as it reads.
 */
export const detailsShape = z.record(z.enum(DETAIL_FIELDS), z.string());
export type Details = z.infer<typeof detailsShape>;

type WithKeys = Pick<AppContext, 'keys'>;

/** Account numbers are encrypted for an organization: they cannot be decrypted for another one. */
const scopeOf = (organizationId: string) => ({ tenant: organizationId, purpose: 'bank account' });

export function encryptAccountNumber({ keys }: WithKeys, organizationId: string, digits: string) {
  return {
    encrypted_account_number: keys.encrypt(scopeOf(organizationId), digits),
    account_last_four: digits.slice(-4),
  };
}

export function decryptAccountNumber(
  { keys }: WithKeys,
  organizationId: string,
  encrypted: string,
) {
  return keys.decrypt(scopeOf(organizationId), encrypted);
}

/** See `reencrypt` of a feature. */
export const REENCRYPT_ACCOUNTS = reencryptColumn({
  table: 'merchant_bank_accounts',
  key: ['organization_id', 'merchant_id'],
  column: 'encrypted_account_number',
  scope: (row) => scopeOf(row.organization_id),
});

export function accountNumberOf(ctx: WithKeys, merchant: Registration): string {
  const { organizationId } = merchant.submission;
  return decryptAccountNumber(ctx, organizationId, merchant.accountNumber.encrypted);
}

/** Details as the database stores them, with an encrypted account number, and back. */
export function encryptDetails(
  { keys }: WithKeys,
  organizationId: string,
  details: Details,
): Details {
  const accountNumber = keys.encrypt(scopeOf(organizationId), details.accountNumber);
  return { ...details, accountNumber };
}
export function decryptDetails(
  { keys }: WithKeys,
  organizationId: string,
  stored: unknown,
): Details {
  const details = detailsShape.parse(stored);
  const accountNumber = keys.decrypt(scopeOf(organizationId), details.accountNumber);
  return { ...details, accountNumber };
}

/** The details of a business as they are registered, the account number in clear. */
export function detailsOf(ctx: WithKeys, merchant: Registration): Details {
  const { submission, account, documents } = merchant;
  const bankAccount = { ...account, accountNumber: accountNumberOf(ctx, merchant) };
  const certificateOfIncorporation = documents.certificateOfIncorporation.id;
  const texts = textsOf({ ...submission, bankAccount });
  return detailsShape.parse({ ...texts, certificateOfIncorporation });
}

/** Refuses BANK_UNKNOWN at a field for a bank that is not in the list today. */
export async function requireOfferedBank(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  bankId: string,
  { field, message = textOf('BANK_UNKNOWN') }: { field: string; message?: string },
): Promise<void> {
  if (await findOfferedBank(tx, bankId, clock.now())) return;
  throw refuseField(field, message, 'BANK_UNKNOWN');
}

/** The fields in which two sets of details differ, in the order of reading. */
export function differingFields(before: Details, after: Details): DetailField[] {
  return DETAIL_FIELDS.filter((field) => before[field] !== after[field]);
}

/** The fields that name the account for payouts. */
const PAID_TO = ['bank', 'accountName', 'accountNumber'] as const satisfies DetailField[];

/**
 * Replaces the registered details; `at` is a time of the business clock. Returns true if the account for
 * payouts has changed.
 */
export async function replaceDetails(
  ctx: WithKeys,
  tx: Tx,
  merchant: Registration,
  details: Details,
  at: Date,
): Promise<boolean> {
  const before = detailsOf(ctx, merchant);
  const isOther = PAID_TO.some((field) => before[field] !== details[field]);
  await tx
    .updateTable('merchants')
    .set({
      business_name: details.businessName,
      industry: details.industry,
      registration_number: details.registrationNumber,
      tax_number: details.taxNumber,
      certificate_file_id: details.certificateOfIncorporation,
      country: details.country,
      country_code: details.countryCode,
      region: details.region,
      street: details.street,
      city: details.city,
      postal_code: details.postalCode,
      building_name: details.buildingName,
      details_version: merchant.detailsVersion + 1,
    })
    .where('id', '=', merchant.id)
    .execute();
  await tx
    .updateTable('merchant_bank_accounts')
    .set({
      bank_id: details.bank,
      account_name: details.accountName,
      ...encryptAccountNumber(ctx, merchant.submission.organizationId, details.accountNumber),
      account_type: details.accountType,
      branch: details.branch,
      branch_code: details.branchCode,
      ...(isOther && { changed_at: at }),
    })
    .where('merchant_id', '=', merchant.id)
    .execute();
  return isOther;
}

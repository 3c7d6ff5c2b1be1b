import { DETAIL_FIELDS, type DetailField } from '@tegeka/contract/merchants/merchant-fields.ts';
import { textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import type { Registration } from './merchants-store.ts';

/**
 * Legal and bank data of a business, each as one text: a bank and a certificate by their ids, all
 * else as it reads.
 */
export const detailsShape = z.record(z.enum(DETAIL_FIELDS), z.string());
export type Details = z.infer<typeof detailsShape>;

/** The details of a business as they are registered. */
export function detailsOf({ submission, documents }: Registration): Details {
  const [bankAccount] = submission.bankAccounts;
  const certificateOfIncorporation = documents.certificateOfIncorporation.id;
  const texts = textsOf({ ...submission, bankAccount });
  return detailsShape.parse({ ...texts, certificateOfIncorporation });
}

/** The fields in which two sets of details differ, in the order of reading. */
export function differingFields(before: Details, after: Details): DetailField[] {
  return DETAIL_FIELDS.filter((field) => before[field] !== after[field]);
}

/** Puts other details in the place of those that are registered. */
export async function replaceDetails(
  tx: Tx,
  merchant: Registration,
  details: Details,
): Promise<void> {
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
      account_number: details.accountNumber,
      account_type: details.accountType,
      branch: details.branch,
      branch_code: details.branchCode,
    })
    .where('merchant_id', '=', merchant.id)
    .execute();
}

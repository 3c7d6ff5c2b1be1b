import type { DetailField } from '@tegeka/contract/merchant-changes.ts';
import { readBankNames } from '#features/banks/banks-store.ts';
import type { Details } from '#features/merchants/merchants-details.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { KeptFile } from '#platform/files/stored-files.ts';

/** What details name by id: banks and certificates. */
export interface Names {
  banks: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, KeptFile>;
}

/** Reads what some details name by id. */
export async function readNames(
  ctx: AppContext,
  tx: Tx,
  details: readonly Details[],
): Promise<Names> {
  const files = new Map<string, KeptFile>();
  for (const { certificateOfIncorporation: id } of details) {
    const file = await ctx.files.find(tx, id);
    if (file) files.set(id, file);
  }
  const banks = await readBankNames(
    tx,
    details.map(({ bank }) => bank),
  );
  return { banks, files };
}

/** A detail as people read it. The account number is whole: mask it where nobody has to check it. */
export function wordOf(field: DetailField, details: Details, { banks, files }: Names): string {
  const value = details[field];
  if (field === 'bank') return banks.get(value) ?? value;
  if (field === 'certificateOfIncorporation') return files.get(value)?.name ?? value;
  if (field === 'accountType') return value === 'CURRENT' ? 'Current' : 'Savings';
  return value;
}

const [BUSINESS, ADDRESS, ACCOUNT] = ['Business Info', 'Business Address', 'Bank Account'];

/** The card that a detail stands on, as on the review of a registration. */
export const SECTION_OF: Record<DetailField, string> = {
  businessName: BUSINESS,
  industry: BUSINESS,
  registrationNumber: BUSINESS,
  taxNumber: BUSINESS,
  certificateOfIncorporation: BUSINESS,
  country: ADDRESS,
  countryCode: ADDRESS,
  region: ADDRESS,
  street: ADDRESS,
  city: ADDRESS,
  postalCode: ADDRESS,
  buildingName: ADDRESS,
  bank: ACCOUNT,
  accountName: ACCOUNT,
  accountNumber: ACCOUNT,
  accountType: ACCOUNT,
  branch: ACCOUNT,
  branchCode: ACCOUNT,
};

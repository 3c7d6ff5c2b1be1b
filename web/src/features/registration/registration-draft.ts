import type { StoredFile } from '@tegeka/contract/merchants.ts';
import type { MerchantSubmission } from '@tegeka/contract/merchant-registration.ts';
import type { Step } from '#features/registration/registration-search.ts';
import { type Draft, emptyDraft, type FileField, type TextField } from '#ui/form/business-draft.ts';

/** The steps that ask for something. */
export type FormStep = Exclude<Step, 'REVIEW' | 'SUCCESS'>;

export const STEP_FIELDS: Record<FormStep, readonly (TextField | FileField)[]> = {
  BUSINESS_INFO: [
    'businessName',
    'industry',
    'registrationNumber',
    'taxNumber',
    'phoneNumber',
    'certificateOfIncorporation',
    'logo',
  ],
  BUSINESS_ADDRESS: ['country', 'region', 'city', 'street', 'buildingName', 'postalCode'],
  BUSINESS_BANK: ['bank', 'accountName', 'accountNumber', 'accountType', 'branch', 'branchCode'],
};

/** A registration as it was last submitted: what a correction starts from. */
export interface Submitted {
  merchant: MerchantSubmission;
  bankName: string;
  logo: StoredFile;
  certificateOfIncorporation: StoredFile;
}

/** The draft that a correction starts from; stored files stay unless they are replaced. */
export function draftOf(submitted: Submitted): Draft {
  const { merchant, bankName } = submitted;
  const address = merchant.businessAddress;
  const account = merchant.bankAccounts[0];
  const draft = emptyDraft(merchant.businessName);
  return {
    bankName,
    texts: {
      ...draft.texts,
      industry: merchant.industry,
      registrationNumber: merchant.registrationNumber,
      taxNumber: merchant.taxNumber,
      phoneNumber: String(merchant.phoneNumber.subscriberNumber),
      country: address.country,
      region: address.region,
      street: address.street,
      city: address.city,
      postalCode: address.postalCode,
      buildingName: address.buildingName,
      bank: account?.bankId ?? '',
      accountName: account?.accountName ?? '',
      accountNumber: account?.accountNumber ?? '',
      accountType: account?.accountType ?? '',
      branch: account?.branch ?? '',
      branchCode: account?.branchCode ?? '',
    },
    files: {
      certificateOfIncorporation: { kind: 'stored', stored: submitted.certificateOfIncorporation },
      logo: { kind: 'stored', stored: submitted.logo },
    },
  };
}

/** The step that asks for a field, or null for a word that names none. */
export function stepOf(field: string): FormStep | null {
  const asked = field === 'countryCode' ? 'country' : field;
  const steps = ['BUSINESS_INFO', 'BUSINESS_ADDRESS', 'BUSINESS_BANK'] as const;
  return steps.find((step) => STEP_FIELDS[step].some((known) => known === asked)) ?? null;
}

import {
  COUNTRIES,
  COUNTRY_NAMES,
  type Country,
  MERCHANT_FIELDS,
  type MerchantField,
  type MerchantSubmission,
  type StoredFile,
} from '@tegeka/contract/merchants.ts';
import { subscriberOf } from '@tegeka/contract/phone.ts';
import type { Step } from '#features/registration/registration-search.ts';

/** The steps that ask for something. */
export type FormStep = Exclude<Step, 'REVIEW' | 'SUCCESS'>;

export const FILE_FIELDS = ['certificateOfIncorporation', 'logo'] as const;
export type FileField = (typeof FILE_FIELDS)[number];

/** What is typed or chosen as text. The country code follows the country and is never asked for. */
export type TextField = Exclude<MerchantField, FileField | 'countryCode'>;

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

/** A file of the draft: chosen on this device, or stored with us since an earlier submission. */
export type DraftFile = { kind: 'chosen'; file: File } | { kind: 'stored'; stored: StoredFile };

/** What a business has entered so far. */
export interface Draft {
  texts: Record<TextField, string>;
  /** The name of the chosen bank, for the review when the list of banks is not at hand. */
  bankName: string;
  files: Record<FileField, DraftFile | null>;
}

/** A registration as it was last submitted: what a correction starts from. */
export interface Submitted {
  merchant: MerchantSubmission;
  bankName: string;
  logo: StoredFile;
  certificateOfIncorporation: StoredFile;
}

/** A draft with nothing entered but the name of the business, which the account gave. */
export function emptyDraft(businessName: string): Draft {
  const texts: Record<TextField, string> = {
    businessName,
    industry: '',
    registrationNumber: '',
    taxNumber: '',
    phoneNumber: '',
    country: '',
    region: '',
    street: '',
    city: '',
    postalCode: '',
    buildingName: '',
    bank: '',
    accountName: '',
    accountNumber: '',
    accountType: '',
    branch: '',
    branchCode: '',
  };
  return { texts, bankName: '', files: { certificateOfIncorporation: null, logo: null } };
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

/** True for a text that names one of the countries. */
export function isCountry(text: string): text is Country {
  return COUNTRY_NAMES.some((known) => known === text);
}

/** The code of a country; UG until one is chosen (specification, section 3). */
export function countryCodeOf(country: string): string {
  return isCountry(country) ? COUNTRIES[country] : 'UG';
}

/** The step that asks for a field, or null for a word that names none. */
export function stepOf(field: string): FormStep | null {
  const asked = field === 'countryCode' ? 'country' : field;
  const steps = ['BUSINESS_INFO', 'BUSINESS_ADDRESS', 'BUSINESS_BANK'] as const;
  return steps.find((step) => STEP_FIELDS[step].some((known) => known === asked)) ?? null;
}

/** True for a word that names a part of a registration. */
export function isMerchantField(field: string): field is MerchantField {
  return Object.hasOwn(MERCHANT_FIELDS, field);
}

/** The nine digits after +256 of the business's phone number, or null. */
export function businessPhoneOf(draft: Draft): number | null {
  return subscriberOf(draft.texts.phoneNumber, 'any');
}

import {
  COUNTRIES,
  COUNTRY_NAMES,
  type Country,
  MERCHANT_FIELDS,
  type MerchantField,
  type StoredFile,
} from '@tegeka/contract/merchants.ts';

export const FILE_FIELDS = ['certificateOfIncorporation', 'logo'] as const;
export type FileField = (typeof FILE_FIELDS)[number];

/** What is typed or chosen as text. The country code follows the country and is never asked for. */
export type TextField = Exclude<MerchantField, FileField | 'countryCode'>;

/** A file of the draft: chosen on this device, or stored with us since an earlier submission. */
export type DraftFile = { kind: 'chosen'; file: File } | { kind: 'stored'; stored: StoredFile };

/** What a business has entered so far, in the fields of a form. */
export interface Draft<Name extends string = TextField> {
  texts: Record<Name, string>;
  /** The name of the chosen bank, for the review when the list of banks is not at hand. */
  bankName: string;
  files: Record<FileField, DraftFile | null>;
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

/** True for a text that names one of the countries. */
export function isCountry(text: string): text is Country {
  return COUNTRY_NAMES.some((known) => known === text);
}

/** The code of a country; UG until one is chosen (specification, section 3). */
export function countryCodeOf(country: string): string {
  return isCountry(country) ? COUNTRIES[country] : 'UG';
}

/** True for a word that names a part of a registration. */
export function isMerchantField(field: string): field is MerchantField {
  return Object.hasOwn(MERCHANT_FIELDS, field);
}

/** A draft over newer data: what was typed or chosen stays, what was not touched follows. */
export function draftOver<Name extends string>(
  draft: Draft<Name>,
  old: Readonly<Record<Name, string>>,
  fresh: Draft<Name>,
): Draft<Name> {
  const before = new Map<string, string>(Object.entries(old));
  const touched = Object.entries<string>(draft.texts).filter(
    ([name, text]) => before.get(name) !== text,
  );
  const fileOver = (field: FileField) =>
    draft.files[field]?.kind === 'chosen' ? draft.files[field] : fresh.files[field];
  return {
    texts: { ...fresh.texts, ...Object.fromEntries(touched) },
    bankName: touched.some(([name]) => name === 'bank') ? draft.bankName : fresh.bankName,
    files: {
      logo: fileOver('logo'),
      certificateOfIncorporation: fileOver('certificateOfIncorporation'),
    },
  };
}

import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { CERTIFICATE, LOGO, storedFileShape } from '../files.ts';
import { type Field, fields, labelsOf, optionsOf } from '../kit/fields.ts';
import { ACCOUNT_TYPES, COUNTRY_NAMES, INDUSTRIES } from './merchant-options.ts';
import { mobileShape, phoneShape } from '../kit/phone-shapes.ts';
import { personal } from '../kit/personal-data.ts';
import { PHONE_EXAMPLE } from '../kit/phone.ts';
import { line, typed } from '../kit/text.ts';

const matching = (pattern: RegExp, message: string) =>
  z.string().check(typed(), z.regex(pattern, message));
const accountNumber = personal(matching(/^\d{9,18}$/, 'Enter the 9 to 18 digits of the account'));

const [INFO, ADDRESS, ACCOUNT] = ['Business Info', 'Business Address', 'Bank Account'] as const;

/** The cards on which the fields stand, in the order of reading. */
export const MERCHANT_SECTIONS = [INFO, ADDRESS, ACCOUNT] as const;

/** Who the business is in the registers. */
export const LEGAL_FIELDS = fields({
  businessName: {
    label: 'Name',
    inputLabel: 'Business Name',
    kind: 'text',
    schema: described('The name of the business.', line(2, 120)),
    section: INFO,
    autoComplete: 'organization',
    maxLength: 120,
  },
  industry: {
    label: 'Industry',
    kind: 'select',
    schema: described('The industry.', z.enum(INDUSTRIES)),
    section: INFO,
    options: optionsOf(INDUSTRIES),
  },
  registrationNumber: {
    label: 'Registration Number',
    kind: 'text',
    // The register publishes no format: the reviewer decides.
    schema: described(
      'The number of the business in the register of companies.',
      matching(/^[A-Za-z0-9/.-]{4,20}$/, 'Enter 4 to 20 letters, digits, / . or -'),
    ),
    section: INFO,
    hint: 'As on the certificate',
    maxLength: 40,
  },
  taxNumber: {
    label: 'Tax Number',
    inputLabel: 'Tax Identification Number',
    kind: 'text',
    schema: described('The TIN.', matching(/^\d{10}$/, 'Enter the 10 digits of the TIN')),
    section: INFO,
    hint: 'The 10 digits of the TIN',
    numeric: true,
    maxLength: 20,
  },
});

/** How the business is reached, and its logo: changed without a review. */
export const CONTACT_FIELDS = fields({
  phoneNumber: {
    label: 'Phone Number',
    inputLabel: 'Business Phone Number',
    kind: 'phone',
    schema: described('A phone number in parts.', phoneShape),
    invalid: `Enter a valid Uganda Number e.g ${PHONE_EXAMPLE}`,
    section: INFO,
    placeholder: '777XXXXXX',
    autoComplete: 'tel-national',
  },
  representativePhone: {
    label: 'Representative’s Phone',
    kind: 'phone',
    schema: described('The mobile number of the representative.', mobileShape),
    invalid: 'Enter a mobile number of Uganda',
    hint: 'A mobile number',
  },
  logo: {
    label: 'Logo',
    inputLabel: 'Business Logo',
    kind: 'file',
    schema: storedFileShape,
    section: INFO,
    file: LOGO,
    hint: 'JPG or PNG, up to 2 MB',
  },
});

export const ADDRESS_FIELDS = fields({
  country: {
    label: 'Country',
    kind: 'select',
    schema: described('The country.', z.enum(COUNTRY_NAMES)),
    section: ADDRESS,
    options: optionsOf(COUNTRY_NAMES),
  },
  countryCode: {
    label: 'Country Code',
    kind: 'text',
    schema: described('Follows from the country.', z._default(z.enum(['UG', 'KE', 'NG']), 'UG')),
    section: ADDRESS,
  },
  region: {
    label: 'Region',
    kind: 'text',
    schema: described('The region.', line(2, 80)),
    section: ADDRESS,
    autoComplete: 'address-level1',
    maxLength: 120,
  },
  street: {
    label: 'Street',
    kind: 'text',
    schema: described('Street and number.', line(2, 120)),
    section: ADDRESS,
    autoComplete: 'address-line1',
    maxLength: 160,
  },
  city: {
    label: 'City',
    kind: 'text',
    schema: described('City or town.', line(2, 80)),
    section: ADDRESS,
    autoComplete: 'address-level2',
    maxLength: 120,
  },
  postalCode: {
    label: 'Postal Code',
    kind: 'text',
    schema: described(
      'Postal code or box.',
      matching(/^[A-Za-z0-9][A-Za-z0-9 .,-]{1,29}$/, 'Enter a postal code, such as P.O. Box 1234'),
    ),
    section: ADDRESS,
    hint: 'Such as P.O. Box 1234',
    autoComplete: 'postal-code',
    maxLength: 40,
  },
  buildingName: {
    label: 'Building Name',
    kind: 'text',
    schema: described('The building.', line(1, 120)),
    section: ADDRESS,
    autoComplete: 'address-line2',
    maxLength: 160,
  },
});

export const ACCOUNT_FIELDS = fields({
  // Its options are the banks that can be chosen today.
  bank: {
    label: 'Bank',
    kind: 'select',
    schema: z.uuid(),
    section: ACCOUNT,
    // The text of BANK_UNKNOWN. The table of errors would make each page that has these fields larger.
    invalid: 'Please choose a bank from the list.',
  },
  accountName: {
    label: 'Account Name',
    kind: 'text',
    schema: described('The name on the account.', line(2, 120)),
    section: ACCOUNT,
    hint: 'As the bank knows it',
    maxLength: 160,
  },
  accountNumber: {
    label: 'Account Number',
    kind: 'accountNumber',
    schema: described('The account number.', accountNumber),
    section: ACCOUNT,
    hint: '9 to 18 digits',
    masked: true,
    numeric: true,
    maxLength: 30,
  },
  accountType: {
    label: 'Account Type',
    kind: 'select',
    schema: described('The kind of the account.', z.enum(ACCOUNT_TYPES)),
    section: ACCOUNT,
    options: [
      { value: 'CURRENT', label: 'Current' },
      { value: 'SAVINGS', label: 'Savings' },
    ],
  },
  branch: {
    label: 'Branch',
    kind: 'text',
    schema: described('The branch of the bank.', line(2, 80)),
    section: ACCOUNT,
    maxLength: 120,
  },
  branchCode: {
    label: 'Branch Code',
    kind: 'text',
    schema: described('The code of the branch.', line(1, 20)),
    section: ACCOUNT,
    maxLength: 30,
  },
});

/** Every field of a registered business, in the order of reading: forms, reviews, messages and more come from it. */
export const MERCHANT_FIELDS = fields({
  ...LEGAL_FIELDS,
  phoneNumber: CONTACT_FIELDS.phoneNumber,
  logo: CONTACT_FIELDS.logo,
  certificateOfIncorporation: {
    label: 'Certificate',
    inputLabel: 'Registration Certificate',
    kind: 'file',
    schema: storedFileShape,
    section: INFO,
    file: CERTIFICATE,
    hint: 'PDF, JPG or PNG, up to 10 MB',
  },
  ...ADDRESS_FIELDS,
  ...ACCOUNT_FIELDS,
});
export type MerchantField = keyof typeof MERCHANT_FIELDS;

export const MERCHANT_LABELS = labelsOf(MERCHANT_FIELDS);

export function isMerchantField(key: string): key is MerchantField {
  return Object.hasOwn(MERCHANT_FIELDS, key);
}

/** The label of a field; a key that is no field is returned as it is. */
export function labelOfMerchantField(key: string): string {
  return isMerchantField(key) ? MERCHANT_LABELS[key] : key;
}

/** The keys of a business's fields in the order of reading. */
export const MERCHANT_KEYS = Object.keys(MERCHANT_FIELDS).filter((key) => isMerchantField(key));

/** A field without its exact type, for code that handles all fields in the same way. */
export function merchantField(key: MerchantField): Field {
  return MERCHANT_FIELDS[key];
}

/** Fields that change only by review once a business is active: all but the contact data. */
export type DetailField = Exclude<MerchantField, keyof typeof CONTACT_FIELDS>;
export const DETAIL_FIELDS = MERCHANT_KEYS.filter(
  (key): key is DetailField => !Object.hasOwn(CONTACT_FIELDS, key),
);

import * as z from 'zod/mini';
import { endpoint } from './kit/endpoint.ts';
import { historyEndpoint } from './kit/history.ts';
import { stateMachine } from './kit/state-machine.ts';
import { line } from './kit/text.ts';

/** Where a merchant stands. What leads from where is in {@link MERCHANT}. */
export const MERCHANT_STATES = [
  'PENDING_APPROVAL',
  'ACTION_REQUIRED',
  'ACTIVE',
  'SUSPENDED',
  'REJECTED',
] as const;
export type MerchantState = (typeof MERCHANT_STATES)[number];

/** The transitions of a merchant. */
export const MERCHANT = stateMachine({
  entity: 'merchant',
  states: MERCHANT_STATES,
  transitions: {
    PENDING_APPROVAL: ['ACTIVE', 'ACTION_REQUIRED', 'REJECTED'],
    ACTION_REQUIRED: ['PENDING_APPROVAL'],
    ACTIVE: ['SUSPENDED'],
    SUSPENDED: ['ACTIVE'],
    REJECTED: [],
  },
});

/** What a business does (specification, section 3). */
export const INDUSTRIES = [
  'Agriculture',
  'Manufacturing',
  'Construction',
  'Retail',
  'Wholesale',
  'Transportation and Logistics',
  'Accommodation and Food Services',
  'Information Technology',
  'Professional, Scientific, and Technical Services',
  'Financial and Insurance Services',
  'Arts, Entertainment, and Recreation',
  'Education and Training',
  'Healthcare and Social Assistance',
  'Public Administration',
  'Other Services',
] as const;

/** Countries of a business address with their codes. */
export const COUNTRIES = { Uganda: 'UG', Kenya: 'KE', Nigeria: 'NG' } as const;
export type Country = keyof typeof COUNTRIES;
export const COUNTRY_NAMES = ['Uganda', 'Kenya', 'Nigeria'] as const satisfies Country[];

export const ACCOUNT_TYPES = ['CURRENT', 'SAVINGS'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const businessNameShape = line(2, 120);

const matching = (pattern: RegExp, message: string) =>
  z.string().check(z.trim(), z.regex(pattern, message));

/** 4-20 letters, digits and / . - ; the register publishes no format, the reviewer decides. */
export const registrationNumberShape = matching(
  /^[A-Za-z0-9/.-]{4,20}$/,
  'Enter 4 to 20 letters, digits, / . or -',
);

export const taxNumberShape = matching(/^\d{10}$/, 'Enter the 10 digits of the TIN');

export const accountNumberShape = matching(/^\d{9,18}$/, 'Enter the 9 to 18 digits of the account');

export const postalCodeShape = matching(
  /^[A-Za-z0-9][A-Za-z0-9 .,-]{1,29}$/,
  'Enter a postal code, such as P.O. Box 1234',
);

export const businessAddressShape = z
  .object({
    country: z.enum(COUNTRY_NAMES),
    countryCode: z._default(z.enum(['UG', 'KE', 'NG']), 'UG'),
    region: line(2, 80),
    city: line(2, 80),
    street: line(2, 120),
    postalCode: postalCodeShape,
    buildingName: line(1, 120),
  })
  .check(
    z.refine((address) => COUNTRIES[address.country] === address.countryCode, {
      message: 'The country code is that of another country',
      path: ['countryCode'],
    }),
  );

export const bankAccountShape = z.object({
  bankId: z.uuid(),
  accountName: line(2, 120),
  accountNumber: accountNumberShape,
  accountType: z.enum(ACCOUNT_TYPES),
  branch: line(2, 80),
  branchCode: line(1, 20),
});

/** Parts of a registration that a reviewer can ask to have corrected, with their labels. */
export const MERCHANT_FIELDS = {
  businessName: 'Name',
  industry: 'Industry',
  registrationNumber: 'Registration Number',
  taxNumber: 'Tax Number',
  phoneNumber: 'Phone Number',
  logo: 'Logo',
  certificateOfIncorporation: 'Certificate',
  country: 'Country',
  countryCode: 'Country Code',
  region: 'Region',
  street: 'Street',
  city: 'City',
  postalCode: 'Postal Code',
  buildingName: 'Building Name',
  bank: 'Bank',
  accountName: 'Account Name',
  accountNumber: 'Account Number',
  accountType: 'Account Type',
  branch: 'Branch',
  branchCode: 'Branch Code',
} as const;
export type MerchantField = keyof typeof MERCHANT_FIELDS;

/** What the last review said, as the business may read it. */
export const reviewShape = z.object({
  /** What happened, in words: the code's text of a rejection or the request to correct. */
  reason: z.string(),
  comment: z.nullable(z.string()),
  corrections: z.array(z.object({ field: z.string(), label: z.string(), comment: z.string() })),
  at: z.iso.datetime(),
});

export const merchantProfileShape = z.object({
  id: z.uuid(),
  merchantState: z.enum(MERCHANT_STATES),
  organizationId: z.uuid(),
  businessName: z.string(),
  logoUrl: z.nullable(z.string()),
  review: z.nullable(reviewShape),
});
export type MerchantProfile = z.infer<typeof merchantProfileShape>;

export const getMerchantProfile = endpoint({
  name: 'getMerchantProfile',
  summary: "Fetch the merchant that is the caller's organization.",
  method: 'GET',
  path: '/api/v1/merchants/organization/{organizationId}',
  admission: { kind: 'signed-in', domains: ['MERCHANT'] },
  params: z.object({ organizationId: z.uuid() }),
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: merchantProfileShape },
  errors: [],
});

export const storedFileShape = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.int(),
});
export type StoredFile = z.infer<typeof storedFileShape>;

/** The business takes its own request back to change something; it then stands at ACTION_REQUIRED. */
export const withdrawRegistration = endpoint({
  name: 'withdrawRegistration',
  summary: 'Take back a registration that still awaits review, to change it.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/registration/withdrawal',
  admission: { kind: 'signed-in', domains: ['MERCHANT'], permission: 'merchants.register' },
  params: z.object({ merchantId: z.uuid() }),
  scope: 'merchant',
  body: { kind: 'none' },
  output: { kind: 'none', status: 204 },
  errors: ['REQUEST_NOT_PENDING'],
});

export const listMerchantEvents = historyEndpoint({
  name: 'listMerchantEvents',
  summary: 'List what happened to the business, newest first: its states, and what was changed.',
  path: '/api/v1/merchants/{merchantId}',
  admission: { kind: 'signed-in', domains: ['MERCHANT'] },
  params: z.object({ merchantId: z.uuid() }),
  scope: 'merchant',
  kinds: ['CONTACT_CHANGED', 'ACCOUNT_REVEALED'],
});

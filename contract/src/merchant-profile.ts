import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { LOGO } from './files.ts';
import {
  bankAccountShape,
  businessAddressShape,
  INDUSTRIES,
  MERCHANT_STATES,
  storedFileShape,
} from './merchants.ts';
import { mobileShape, phoneShape } from './phone-shapes.ts';

/** An account number as it is shown where nobody asked to see it whole: `•••• 4567`. */
export function maskAccount(accountNumber: string): string {
  return `•••• ${accountNumber.slice(-4)}`;
}

/** How the business and its representative are reached: changed at once, by the business itself. */
const contactShape = z.object({
  phoneNumber: phoneShape,
  /** The representative's mobile number. Name and email are those of their account. */
  representativePhone: mobileShape,
});

export const businessProfileShape = z.object({
  merchantId: z.uuid(),
  merchantState: z.enum(MERCHANT_STATES),
  businessName: z.string(),
  registrationNumber: z.string(),
  taxNumber: z.string(),
  industry: z.enum(INDUSTRIES),
  businessAddress: businessAddressShape,
  bankAccount: z.extend(z.omit(bankAccountShape, { accountNumber: true }), {
    bankName: z.string(),
    /** As {@link maskAccount} shows it. */
    maskedNumber: z.string(),
  }),
  /** Rises with each change of anything above: a change names the one it was made from. */
  detailsVersion: z.int(),
  contact: contactShape,
  /** Rises with each change of the contact data or the logo. */
  contactVersion: z.int(),
  representative: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  logo: storedFileShape,
  certificateOfIncorporation: storedFileShape,
});
export type BusinessProfile = z.infer<typeof businessProfileShape>;

const params = z.object({ merchantId: z.uuid() });
const mayChange = {
  ...({ kind: 'signed-in', permission: 'merchants.register' } as const),
  domains: ['MERCHANT'],
} as const;

export const getBusinessProfile = endpoint({
  name: 'getBusinessProfile',
  summary: 'Fetch the business as it is registered; its account number is masked.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/profile',
  admission: { kind: 'signed-in', domains: ['MERCHANT'] },
  params,
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: businessProfileShape },
  faults: [],
});

/** A change of nothing, and yet a POST: each look is on record. */
export const revealAccountNumber = endpoint({
  name: 'revealAccountNumber',
  summary: 'Show the whole account number; each look is on record.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/account-number/reveal',
  admission: mayChange,
  params,
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: z.object({ accountNumber: z.string() }) },
  faults: [],
});

/** The logo stays unless one is sent. */
export const updateContact = endpoint({
  name: 'updateContact',
  summary: 'Change how the business is reached, and its logo; this holds at once.',
  method: 'PUT',
  path: '/api/v1/merchants/{merchantId}/contact',
  admission: mayChange,
  params,
  body: {
    kind: 'multipart',
    part: 'contact',
    shape: z.extend(contactShape, { version: z.int() }),
    files: { logo: LOGO },
  },
  output: { kind: 'json', status: 200, shape: businessProfileShape },
  faults: [
    'CONTACT_CHANGED',
    'MERCHANT_NOT_ACTIVE',
    'FILE_EMPTY',
    'FILE_TOO_LARGE',
    'FILE_TYPE_WRONG',
    'FILE_DAMAGED',
  ],
});

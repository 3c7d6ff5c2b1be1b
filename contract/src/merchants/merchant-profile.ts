import * as z from 'zod/mini';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { personal } from '../kit/personal-data.ts';
import { LOGO, storedFileShape } from '../files.ts';
import { objectOf } from '../kit/fields.ts';
import { CONTACT_FIELDS, LEGAL_FIELDS } from './merchant-fields.ts';
import { bankAccountShape, businessAddressShape } from './merchant-payload.ts';
import { MERCHANT_STATES } from './merchants.ts';

/** An account number as it is shown where nobody asked to see it whole: `•••• 4567`. */
export function maskAccount(accountNumber: string): string {
  return `•••• ${accountNumber.slice(-4)}`;
}

/** A number that was checked when it was saved. */
const keptPhoneShape = z.object({
  countryCode: z.literal('256'),
  region: z.literal('UG'),
  /** The nine digits after +256. */
  subscriberNumber: z.int(),
});

export const businessProfileShape = z.extend(objectOf(LEGAL_FIELDS), {
  merchantId: z.uuid(),
  merchantState: z.enum(MERCHANT_STATES),
  businessAddress: businessAddressShape,
  bankAccount: z.extend(z.omit(bankAccountShape, { accountNumber: true }), {
    bankName: z.string(),
    /** As {@link maskAccount} shows it. */
    maskedNumber: z.string(),
  }),
  /** Rises with each change of anything above: a change names the one it was made from. */
  detailsVersion: z.int(),
  contact: z.object({
    phoneNumber: keptPhoneShape,
    /** The representative's mobile number. Name and email are those of their account. */
    representativePhone: keptPhoneShape,
  }),
  /** Rises with each change of the contact data or the logo. */
  contactVersion: z.int(),
  representative: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  logo: storedFileShape,
  certificateOfIncorporation: storedFileShape,
});
export type BusinessProfile = z.infer<typeof businessProfileShape>;

const mayChange = signedIn(['MERCHANT'], 'merchants.register');

export const getBusinessProfile = endpoint({
  name: 'getBusinessProfile',
  summary: 'Fetch the business as it is registered; its account number is masked.',
  path: '/api/v1/merchants/{merchantId}/profile',
  admission: signedIn(['MERCHANT']),
  answers: businessProfileShape,
});

/** A POST although it changes nothing, because each call is recorded. */
export const revealAccountNumber = endpoint({
  name: 'revealAccountNumber',
  summary: 'Show the whole account number; each look is on record.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/account-number/reveal',
  admission: mayChange,
  audit: 'read',
  limit: { max: 20, per: 'person', windowSeconds: 3600 },
  answers: z.object({ accountNumber: personal(z.string()) }),
});

const { phoneNumber, representativePhone } = CONTACT_FIELDS;

export const contactInputShape = z.extend(objectOf({ phoneNumber, representativePhone }), {
  /** The `contactVersion` of the profile that the change was made from. */
  version: z.int(),
});

/** The logo stays unless one is sent. */
export const updateContact = endpoint({
  name: 'updateContact',
  summary: 'Change how the business is reached, and its logo; this holds at once.',
  method: 'PUT',
  path: '/api/v1/merchants/{merchantId}/contact',
  admission: mayChange,
  active: true,
  // Each call can store a file.
  limit: { max: 30, per: 'organization', windowSeconds: 3600 },
  takes: contactInputShape,
  multipart: { part: 'contact', files: { logo: LOGO } },
  answers: businessProfileShape,
  errors: ['CONTACT_CHANGED'],
});

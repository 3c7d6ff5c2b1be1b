import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
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
  countryCode: described('The country, `256`.', z.literal('256')),
  region: described('The region, `UG`.', z.literal('UG')),
  subscriberNumber: described('The nine digits after +256.', z.int()),
});

export const businessProfileShape = z.extend(objectOf(LEGAL_FIELDS), {
  merchantId: z.uuid(),
  merchantState: described('The state of the business.', z.enum(MERCHANT_STATES)),
  businessAddress: described('The address of the business.', businessAddressShape),
  bankAccount: described(
    'The account that is paid.',
    z.extend(z.omit(bankAccountShape, { accountNumber: true }), {
      bankName: described('The name of the bank.', z.string()),
      maskedNumber: described('The account number with its last four digits.', z.string()),
    }),
  ),
  detailsVersion: described('Rises with each change of the legal and bank data.', z.int()),
  contact: described(
    'How the business is reached.',
    z.object({
      phoneNumber: described('A phone number in parts.', keptPhoneShape),
      representativePhone: described(
        'The mobile number of the representative. Name and email are those of their account.',
        keptPhoneShape,
      ),
    }),
  ),
  contactVersion: described('Rises with each change of the contact data or the logo.', z.int()),
  representative: described(
    'The person who represents the business.',
    z.object({
      firstName: described('First name.', z.string()),
      lastName: described('Last name.', z.string()),
      email: described('An email address.', z.string()),
    }),
  ),
  logo: described('The logo.', storedFileShape),
  certificateOfIncorporation: described('The certificate.', storedFileShape),
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
  answers: z.object({ accountNumber: described('The account number.', personal(z.string())) }),
});

const { phoneNumber, representativePhone } = CONTACT_FIELDS;

export const contactInputShape = z.extend(objectOf({ phoneNumber, representativePhone }), {
  version: described('The `contactVersion` of the profile that the change was made from.', z.int()),
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

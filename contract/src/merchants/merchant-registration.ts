import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { CERTIFICATE, LOGO, storedFileShape } from '../files.ts';
import { objectOf } from '../kit/fields.ts';
import { CONTACT_FIELDS, LEGAL_FIELDS } from './merchant-fields.ts';
import { bankAccountShape, businessAddressShape } from './merchant-payload.ts';
import { MERCHANT_STATES } from './merchants.ts';
import { mobileShape } from '../kit/phone-shapes.ts';
import { emailShape, nameText } from '../kit/text.ts';

const texts = objectOf({ ...LEGAL_FIELDS, phoneNumber: CONTACT_FIELDS.phoneNumber });

/** The JSON part of a registration; logo and certificate are the file parts. */
export const merchantSubmissionShape = z.extend(texts, {
  bankAccounts: described(
    'The account that is paid; one.',
    z.array(bankAccountShape).check(z.length(1)),
  ),
  businessAddress: described('The address of the business.', businessAddressShape),
  approvalPolicyId: described(
    'The policy of the review, from `getSetting`; null where none is set.',
    z.optional(z.nullable(z.uuid())),
  ),
  organizationId: described(
    'The organization, as `attributes.organizationId` of the current user names it.',
    z.uuid(),
  ),
  userInfo: described(
    'The representative.',
    z.object({
      email: emailShape,
      phoneNumber: described('A phone number in parts.', mobileShape),
      firstName: described('First name.', nameText(60)),
      lastName: described('Last name.', nameText(60)),
    }),
  ),
});
export type MerchantSubmission = z.infer<typeof merchantSubmissionShape>;

/** The registration as it was last submitted, for correction. */
export const getRegistration = endpoint({
  name: 'getRegistration',
  summary: 'Fetch the registration that the caller last submitted.',
  path: '/api/v1/merchants/{merchantId}/registration',
  admission: signedIn(['MERCHANT'], 'merchants.register'),
  // Its account number is in clear.
  audit: 'read',
  answers: z.object({
    merchant: described('The registration as it was submitted.', merchantSubmissionShape),
    bankName: described('The name of the bank.', z.string()),
    logo: described('The logo.', storedFileShape),
    certificateOfIncorporation: described('The certificate.', storedFileShape),
  }),
});

/**
 * Both files are needed the first time; a corrected registration keeps those that are left out.
 * The same submission sent twice makes one merchant and answers the same.
 */
export const submitMerchant = endpoint({
  name: 'submitMerchant',
  summary: 'Submit a business, or its corrected registration, for review.',
  method: 'POST',
  path: '/api/v1/merchants',
  admission: signedIn(['MERCHANT'], 'merchants.register'),
  // Each call stores files and sends an email.
  limit: { max: 30, per: 'organization', windowSeconds: 3600 },
  takes: merchantSubmissionShape,
  multipart: { part: 'merchant', files: { logo: LOGO, certificateOfIncorporation: CERTIFICATE } },
  answers: z.object({
    merchantId: z.uuid(),
    merchantState: described('The state of the business.', z.enum(MERCHANT_STATES)),
  }),
  status: 201,
  errors: ['FILE_MISSING', 'BANK_UNKNOWN', 'POLICY_UNKNOWN', 'MERCHANT_ALREADY_REGISTERED'],
});

/** Why a registration can be rejected, with what the business is told. */
export const REGISTRATION_REJECTIONS = {
  DOCUMENTS_NOT_GENUINE: 'The documents could not be confirmed as genuine.',
  NOT_IN_REGISTER: 'The business was not found in the register of companies.',
  ALREADY_REGISTERED: 'This business is registered with us already.',
  NOT_SUPPORTED: 'We can not serve this kind of business.',
  OTHER: 'The registration was not accepted.',
} as const;

/** What a review of a registration says on the checker's screen. */
export const REGISTRATION_TEXTS = {
  label: 'New business',
  marked: 'Changed since the attempt before',
  approval: 'With the last approval that is needed, the business is active and told by email.',
  rejection: 'This is final for this registration. The business is told by email.',
  comment: 'The business reads this.',
} as const;

/** The business takes its own request back to change something; its state is then ACTION_REQUIRED. */
export const withdrawRegistration = endpoint({
  name: 'withdrawRegistration',
  summary: 'Take back a registration that still awaits review, to change it.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/registration/withdrawal',
  admission: signedIn(['MERCHANT'], 'merchants.register'),
  errors: ['REQUEST_NOT_PENDING'],
});

export const listMerchantEvents = historyEndpoint({
  name: 'listMerchantEvents',
  summary: 'List what happened to the business, newest first: its states, and what was changed.',
  path: '/api/v1/merchants/{merchantId}',
  admission: signedIn(['MERCHANT']),
  kinds: ['CONTACT_CHANGED', 'ACCOUNT_REVEALED'],
});

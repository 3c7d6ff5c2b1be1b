import * as z from 'zod/mini';
import { endpoint } from './kit/endpoint.ts';
import { CERTIFICATE, LOGO } from './files.ts';
import {
  bankAccountShape,
  businessAddressShape,
  businessNameShape,
  INDUSTRIES,
  MERCHANT_STATES,
  registrationNumberShape,
  storedFileShape,
  taxNumberShape,
} from './merchants.ts';
import { mobileShape, phoneShape } from './kit/phone-shapes.ts';
import { emailShape, line } from './kit/text.ts';

// Apart from merchants.ts, so that pages without a phone field load no rules for phone numbers.

/** The JSON part of a registration; logo and certificate travel beside it as files. */
export const merchantSubmissionShape = z.object({
  businessName: businessNameShape,
  registrationNumber: registrationNumberShape,
  taxNumber: taxNumberShape,
  industry: z.enum(INDUSTRIES),
  phoneNumber: phoneShape,
  bankAccounts: z.array(bankAccountShape).check(z.length(1)),
  businessAddress: businessAddressShape,
  approvalPolicyId: z.optional(z.nullable(z.uuid())),
  organizationId: z.uuid(),
  userInfo: z.object({
    email: emailShape,
    phoneNumber: mobileShape,
    firstName: line(1, 60),
    lastName: line(1, 60),
  }),
});
export type MerchantSubmission = z.infer<typeof merchantSubmissionShape>;

/** The registration as it was last submitted, for correction. */
export const getRegistration = endpoint({
  name: 'getRegistration',
  summary: 'Fetch the registration that the caller last submitted.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/registration',
  admission: { kind: 'signed-in', domains: ['MERCHANT'], permission: 'merchants.register' },
  params: z.object({ merchantId: z.uuid() }),
  scope: 'merchant',
  body: { kind: 'none' },
  output: {
    kind: 'json',
    status: 200,
    shape: z.object({
      merchant: merchantSubmissionShape,
      bankName: z.string(),
      logo: storedFileShape,
      certificateOfIncorporation: storedFileShape,
    }),
  },
  errors: [],
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
  admission: { kind: 'signed-in', domains: ['MERCHANT'], permission: 'merchants.register' },
  // Each keeps files and writes a mail.
  limit: { max: 30, per: 'organization', windowSeconds: 3600 },
  body: {
    kind: 'multipart',
    part: 'merchant',
    shape: merchantSubmissionShape,
    files: { logo: LOGO, certificateOfIncorporation: CERTIFICATE },
  },
  output: {
    kind: 'json',
    status: 201,
    shape: z.object({ merchantId: z.uuid(), merchantState: z.enum(MERCHANT_STATES) }),
  },
  errors: [
    'FILE_MISSING',
    'FILE_EMPTY',
    'FILE_TOO_LARGE',
    'FILE_TYPE_WRONG',
    'FILE_DAMAGED',
    'BANK_UNKNOWN',
    'POLICY_UNKNOWN',
    'MERCHANT_ALREADY_REGISTERED',
  ],
});

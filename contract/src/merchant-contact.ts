import * as z from 'zod/mini';
import { endpoint } from './kit/endpoint.ts';
import { LOGO } from './files.ts';
import { businessProfileShape } from './merchant-profile.ts';
import { mobileShape, phoneShape } from './kit/phone-shapes.ts';

// Apart from merchant-profile.ts, so that the profile's page loads no rules for phone numbers.

/** The logo stays unless one is sent. */
export const updateContact = endpoint({
  name: 'updateContact',
  summary: 'Change how the business is reached, and its logo; this holds at once.',
  method: 'PUT',
  path: '/api/v1/merchants/{merchantId}/contact',
  admission: { kind: 'signed-in', domains: ['MERCHANT'], permission: 'merchants.register' },
  params: z.object({ merchantId: z.uuid() }),
  scope: 'merchant',
  active: true,
  // Each can keep a file.
  limit: { max: 30, per: 'organization', windowSeconds: 3600 },
  body: {
    kind: 'multipart',
    part: 'contact',
    shape: z.object({
      phoneNumber: phoneShape,
      /** The representative's mobile number. */
      representativePhone: mobileShape,
      /** The `contactVersion` of the profile that the change was made from. */
      version: z.int(),
    }),
    files: { logo: LOGO },
  },
  output: { kind: 'json', status: 200, shape: businessProfileShape },
  errors: [
    'CONTACT_CHANGED',
    'MERCHANT_NOT_ACTIVE',
    'FILE_EMPTY',
    'FILE_TOO_LARGE',
    'FILE_TYPE_WRONG',
    'FILE_DAMAGED',
  ],
});

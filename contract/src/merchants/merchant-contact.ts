import * as z from 'zod/mini';
import { endpoint } from '../kit/endpoint.ts';
import { LOGO } from '../files.ts';
import { objectOf } from '../kit/fields.ts';
import { CONTACT_FIELDS } from './merchant-fields.ts';
import { businessProfileShape } from './merchant-profile.ts';

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
  admission: { kind: 'signed-in', domains: ['MERCHANT'], permission: 'merchants.register' },
  params: z.object({ merchantId: z.uuid() }),
  scope: 'merchant',
  active: true,
  // Each can keep a file.
  limit: { max: 30, per: 'organization', windowSeconds: 3600 },
  body: {
    kind: 'multipart',
    part: 'contact',
    shape: contactInputShape,
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

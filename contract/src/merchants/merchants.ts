import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { reviewNotes } from '../review-notes.ts';

/** The states of a merchant. The transitions are in {@link MERCHANT}. */
export const MERCHANT_STATES = [
  'PENDING_APPROVAL',
  'ACTION_REQUIRED',
  'ACTIVE',
  'SUSPENDED',
  'REJECTED',
] as const;
export type MerchantState = (typeof MERCHANT_STATES)[number];

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

/** What the last review said, as the business may read it. */
export const reviewShape = z.object({
  reason: described(
    'What happened, in words: the text of the rejection or of the request to correct.',
    z.string(),
  ),
  ...reviewNotes,
  at: described('When it was decided.', z.iso.datetime()),
});

export const merchantProfileShape = z.object({
  id: z.uuid(),
  merchantState: described('The state of the business.', z.enum(MERCHANT_STATES)),
  organizationId: described(
    'The organization, as `attributes.organizationId` of the current user names it.',
    z.uuid(),
  ),
  businessName: described('The name of the business.', z.string()),
  logoUrl: described(
    'The address of the logo, behind that of the server; null without one.',
    z.nullable(z.string()),
  ),
  review: described(
    'What the last review said; null where it said nothing.',
    z.nullable(reviewShape),
  ),
});
export type MerchantProfile = z.infer<typeof merchantProfileShape>;

export const getMerchantProfile = endpoint({
  name: 'getMerchantProfile',
  summary: "Fetch the merchant that is the caller's organization.",
  path: '/api/v1/merchants/organization/{organizationId}',
  admission: signedIn(['MERCHANT']),
  answers: merchantProfileShape,
});

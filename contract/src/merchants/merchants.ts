import * as z from 'zod/mini';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { stateMachine } from '../kit/state-machine.ts';

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
  path: '/api/v1/merchants/organization/{organizationId}',
  admission: signedIn(['MERCHANT']),
  answers: merchantProfileShape,
});

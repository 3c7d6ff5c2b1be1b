import * as z from 'zod/mini';
import { REQUEST_STATES } from '../approvals.ts';
import { dayShape } from '../kit/day.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { personal } from '../kit/personal-data.ts';
import { reasonShape } from '../kit/text.ts';
import { INDUSTRIES } from './merchant-options.ts';
import { businessProfileShape } from './merchant-profile.ts';
import { MERCHANT_STATES, reviewShape } from './merchants.ts';

// What an operator sees of merchants, and does about them.

const reader = signedIn(['OPERATOR'], 'merchants.read');
const writer = signedIn(['OPERATOR'], 'merchants.write');
const MERCHANTS = '/api/v1/operator/merchants';
const ONE = `${MERCHANTS}/{merchantId}` as const;

export const merchantSummaryShape = z.object({
  id: z.uuid(),
  businessName: z.string(),
  registrationNumber: z.string(),
  taxNumber: z.string(),
  industry: z.string(),
  bankName: z.string(),
  representativeEmail: z.string(),
  state: z.enum(MERCHANT_STATES),
  /** When it was last submitted for review. */
  submittedAt: z.iso.datetime(),
});
export type MerchantSummary = z.infer<typeof merchantSummaryShape>;

const merchantList = {
  path: MERCHANTS,
  admission: reader,
  item: merchantSummaryShape,
  states: MERCHANT_STATES,
  sorts: ['-submittedAt', 'submittedAt', 'name', '-name'],
  search: true,
  filters: {
    industry: z.optional(z.enum(INDUSTRIES)),
    /** The id of the bank that the merchant is paid at. */
    bank: z.optional(z.uuid()),
    /** Days in Kampala, both inclusive. */
    submittedFrom: z.optional(dayShape),
    submittedTo: z.optional(dayShape),
  },
} as const;

export const listMerchants = listEndpoint({
  ...merchantList,
  name: 'listMerchants',
  summary: 'List all merchants, the last submitted first, with counts by state.',
});

export const exportMerchants = exportEndpoint({
  ...merchantList,
  name: 'exportMerchants',
  audit: 'read',
  summary: 'Export the merchants of a filter as CSV.',
});

/** A merchant as it is registered; `review` says why it is suspended or was not accepted. */
export const operatorMerchantShape = z.extend(businessProfileShape, {
  organizationId: z.uuid(),
  review: z.nullable(reviewShape),
});
export type OperatorMerchant = z.infer<typeof operatorMerchantShape>;

export const getMerchant = endpoint({
  name: 'getMerchant',
  summary: 'Fetch a merchant as it is registered; its account number is masked.',
  path: ONE,
  admission: reader,
  answers: operatorMerchantShape,
});

/** A POST although it changes nothing, because each call is recorded with its reason. */
export const revealMerchantAccount = endpoint({
  name: 'revealMerchantAccount',
  summary: "Show a merchant's whole account number for a reason; each look is on record.",
  method: 'POST',
  path: `${ONE}/account-number/reveal`,
  admission: reader,
  audit: 'read',
  limit: { max: 60, per: 'person', windowSeconds: 3600 },
  takes: reasonShape,
  answers: z.object({ accountNumber: personal(z.string()) }),
});

export const suspendMerchant = endpoint({
  name: 'suspendMerchant',
  summary:
    'Suspend an active merchant: it can not add or change anything. It is told why by email.',
  method: 'PATCH',
  path: `${ONE}/suspend`,
  admission: writer,
  takes: reasonShape,
  answers: operatorMerchantShape,
  errors: ['MERCHANT_MOVED_ON'],
});

export const reinstateMerchant = endpoint({
  name: 'reinstateMerchant',
  summary: 'Make a suspended merchant active again. It is told by email.',
  method: 'PATCH',
  path: `${ONE}/reinstate`,
  admission: writer,
  takes: reasonShape,
  answers: operatorMerchantShape,
  errors: ['MERCHANT_MOVED_ON'],
});

export const listOperatorMerchantEvents = historyEndpoint({
  name: 'listOperatorMerchantEvents',
  summary: 'List what happened to a merchant, newest first, with the names of operators.',
  path: ONE,
  admission: reader,
  kinds: ['CONTACT_CHANGED', 'ACCOUNT_REVEALED'],
});

export const merchantRequestShape = z.object({
  id: z.uuid(),
  /** What is asked for, in words. */
  title: z.string(),
  state: z.enum(REQUEST_STATES),
  createdAt: z.iso.datetime(),
});

export const listMerchantRequests = endpoint({
  name: 'listMerchantRequests',
  summary: "List a merchant's newest approval requests that operators decide on; 50 at the most.",
  path: `${ONE}/requests`,
  admission: reader,
  answers: z.array(merchantRequestShape),
});

export const organizationUserShape = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  /** Null for those who can sign in. */
  disabledAt: z.nullable(z.iso.datetime()),
});
export type OrganizationUser = z.infer<typeof organizationUserShape>;

export const listOrganizationUsers = endpoint({
  name: 'listOrganizationUsers',
  summary: 'List the people who sign in for an organization; 100 at the most.',
  path: '/api/v1/operator/organizations/{organizationId}/users',
  admission: reader,
  answers: z.array(organizationUserShape),
});

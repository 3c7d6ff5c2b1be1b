import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
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
  businessName: described('The name of the business.', z.string()),
  registrationNumber: described(
    'The number of the business in the register of companies.',
    z.string(),
  ),
  taxNumber: described('The taxpayer identification number.', z.string()),
  industry: described('The industry.', z.string()),
  bankName: described('The name of the bank.', z.string()),
  representativeEmail: described('The email of the representative.', z.string()),
  state: described('The state of the business.', z.enum(MERCHANT_STATES)),
  submittedAt: described('When it was last submitted.', z.iso.datetime()),
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
    bank: described('Only merchants that are paid at this bank, by its id.', z.optional(z.uuid())),
    submittedFrom: described(
      'Only those that were submitted on this day or later.',
      z.optional(dayShape),
    ),
    submittedTo: described(
      'Only those that were submitted on this day or earlier.',
      z.optional(dayShape),
    ),
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
  organizationId: described(
    'The organization, as `attributes.organizationId` of the current user names it.',
    z.uuid(),
  ),
  review: described(
    'What the last review said; null where it said nothing.',
    z.nullable(reviewShape),
  ),
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
  answers: z.object({ accountNumber: described('The account number.', personal(z.string())) }),
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
  title: described('What is asked for, in words.', z.string()),
  state: described('The state of what is asked for.', z.enum(REQUEST_STATES)),
  createdAt: described('When it was made.', z.iso.datetime()),
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
  name: described('Its name.', z.string()),
  email: described('An email address.', z.string()),
  createdAt: described('When it was made.', z.iso.datetime()),
  disabledAt: described(
    'When the account was disabled; null for those who can sign in.',
    z.nullable(z.iso.datetime()),
  ),
});
export type OrganizationUser = z.infer<typeof organizationUserShape>;

export const listOrganizationUsers = endpoint({
  name: 'listOrganizationUsers',
  summary: 'List the people who sign in for an organization; 100 at the most.',
  path: '/api/v1/operator/organizations/{organizationId}/users',
  admission: reader,
  answers: z.array(organizationUserShape),
});

import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { joinedLines } from '../kit/text.ts';

export const CUSTOMER = stateMachine({
  entity: 'customer',
  states: ['ACTIVE', 'DISABLED'],
  transitions: { ACTIVE: ['DISABLED'], DISABLED: ['ACTIVE'] },
});
export const CUSTOMER_STATES = CUSTOMER.states;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

export const customerShape = z.object({
  id: z.uuid(),
  firstName: described('First name.', z.string()),
  middleName: described('Middle name; null without one.', z.nullable(z.string())),
  lastName: described('Last name.', z.string()),
  phoneNumber: described('+256 and nine digits; null without one.', z.nullable(z.string())),
  email: described('An email address; null without one.', z.nullable(z.string())),
  customerReferenceNumber: described(
    'Your own number or code for the customer, unique among your customers.',
    z.string(),
  ),
  status: described(
    '`DISABLED`: nothing new is collected from the customer.',
    z.enum(CUSTOMER_STATES),
  ),
  version: described('Rises by one with every change.', z.int()),
  createdAt: described('When it was made.', z.iso.datetime()),
  updatedAt: described('When it was last changed.', z.iso.datetime()),
});
export type Customer = z.infer<typeof customerShape>;

/** Orders of the list; a leading - turns an order round. Newest first by default, ties by id. */
export const CUSTOMER_SORTS = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  'customerReferenceNumber',
  '-customerReferenceNumber',
] as const;

const reader = signedIn(['MERCHANT'], 'customers.read');
const writer = signedIn(['MERCHANT'], 'customers.write');

const customerList = {
  path: '/api/v1/merchants/{merchantId}/customers',
  admission: reader,
  item: customerShape,
  states: CUSTOMER_STATES,
  stateKey: 'status',
  sorts: CUSTOMER_SORTS,
  search: true,
} as const;

export const listCustomers = listEndpoint({
  ...customerList,
  name: 'listCustomers',
  summary: "List a merchant's customers, newest first, with counts by state.",
});

/** The whole filter, not one page. Cells are protected against formula injection. */
export const exportCustomers = exportEndpoint({
  ...customerList,
  name: 'exportCustomers',
  audit: 'read',
  summary: 'Export the customers of a filter as CSV.',
});

export const getCustomer = endpoint({
  name: 'getCustomer',
  summary: 'Fetch a customer.',
  path: '/api/v1/merchants/{merchantId}/customers/{customerId}',
  admission: reader,
  answers: customerShape,
});

const reason = described('Why; it is kept in the history.', z.optional(joinedLines(3, 300)));

const switching = {
  method: 'PATCH',
  admission: writer,
  active: true,
  answers: customerShape,
} as const;

/** Disabling a customer who is disabled already changes nothing and answers the same. */
export const disableCustomer = endpoint({
  ...switching,
  name: 'disableCustomer',
  summary: 'Disable a customer; nothing new is collected from them.',
  path: '/api/v1/merchants/{merchantId}/customers/{customerId}/disable',
  takes: z.object({
    status: described(
      '`DISABLED`: nothing new is collected from the customer.',
      z.literal('DISABLED'),
    ),
    reason,
  }),
});

export const enableCustomer = endpoint({
  ...switching,
  name: 'enableCustomer',
  summary: 'Enable a customer again.',
  path: '/api/v1/merchants/{merchantId}/customers/{customerId}/enable',
  takes: z.object({
    status: described('Always `ACTIVE`.', z.literal('ACTIVE')),
    reason,
  }),
});

export const listCustomerEvents = historyEndpoint({
  name: 'listCustomerEvents',
  summary: 'List what happened to a customer, newest first: who, when, and what changed.',
  path: '/api/v1/merchants/{merchantId}/customers/{customerId}',
  admission: reader,
  kinds: ['CREATED', 'CHANGED', 'IMPORTED'],
});

import * as z from 'zod/mini';
import { endpoint } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { line } from '../kit/text.ts';
import { MANDATE, mandateShape } from './mandates.ts';

/**
 * Who suspends mandates, by their domain. Only they lift their suspension; operators do it for a bank
 * without officers here, which suspends by what it answers to a debit.
 */
export const SUSPENDERS = ['BANK', 'OPERATOR'] as const;

/**
 * A mandate as the operator and the payer's bank read it: without the customer's contacts and the
 * merchant's product.
 */
export const overseenMandateShape = z.extend(
  z.omit(mandateShape, {
    customer: true,
    product: true,
    paysFor: true,
    series: true,
    replaces: true,
  }),
  {
    merchantName: z.string(),
    payerName: z.string(),
    /** Who suspended it; null where it is not suspended. */
    suspendedBy: z.nullable(z.enum(SUSPENDERS)),
    /** Who can lift that. */
    liftedBy: z.nullable(z.enum(SUSPENDERS)),
  },
);
export type OverseenMandate = z.infer<typeof overseenMandateShape>;

const reader = {
  kind: 'signed-in',
  domains: ['OPERATOR', 'BANK'],
  permission: 'mandates.read',
} as const;
const writer = { ...reader, permission: 'mandates.write' } as const;
const onePath = '/api/v1/mandates/{mandateId}';
const params = z.object({ mandateId: z.uuid() });
const answersMandate = { kind: 'json', status: 200, shape: overseenMandateShape } as const;

const overseenList = {
  path: '/api/v1/mandates',
  admission: reader,
  item: overseenMandateShape,
  states: MANDATE.states,
  sorts: ['-createdAt', 'createdAt'],
  filters: { bankId: z.optional(z.uuid()), merchantId: z.optional(z.uuid()) },
  search: true,
} as const;

/** The search looks at the beginning of references. */
export const listAllMandates = listEndpoint({
  ...overseenList,
  name: 'listAllMandates',
  summary: 'List the mandates of all merchants, or those of the payers of a bank, newest first.',
});

export const exportAllMandates = exportEndpoint({
  ...overseenList,
  name: 'exportAllMandates',
  summary: 'Export the mandates of all merchants, or those of the payers of a bank, as CSV.',
  audit: 'read',
});

export const getOverseenMandate = endpoint({
  name: 'getOverseenMandate',
  summary: 'Fetch a mandate of any merchant, or of a payer of the bank.',
  method: 'GET',
  path: onePath,
  admission: reader,
  params,
  body: { kind: 'none' },
  output: answersMandate,
  errors: [],
});

function actionEndpoint(name: string, verb: 'suspend' | 'reinstate', summary: string) {
  return endpoint({
    name,
    summary,
    method: 'POST',
    path: `${onePath}/${verb}`,
    admission: writer,
    params,
    body: { kind: 'json', shape: z.object({ reason: line(3, 300) }) },
    output: answersMandate,
    errors: ['MANDATE_STATE', 'SUSPENDED_BY_OTHERS'],
  });
}

export const suspendMandate = actionEndpoint(
  'suspendMandate',
  'suspend',
  'Suspend a mandate: nothing is collected until it is reinstated.',
);

/**
 * Only who suspended a mandate lifts the suspension, or an operator where that bank has no officers. What its business
 * had paused is paused again.
 */
export const reinstateMandate = actionEndpoint(
  'reinstateMandate',
  'reinstate',
  'Lift a suspension that the operator, or the bank, has made.',
);

export const listOverseenMandateEvents = historyEndpoint({
  name: 'listOverseenMandateEvents',
  summary: 'List what happened to a mandate, newest first.',
  path: onePath,
  admission: reader,
  params,
  kinds: [],
});

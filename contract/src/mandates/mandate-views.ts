import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { reasonShape } from '../kit/text.ts';
import { MANDATE, mandateShape } from './mandates.ts';
import { progressFields, suspensionFields } from './mandate-detail.ts';

/**
 * A mandate as the operator and the payer's bank read it: without the customer's contacts and the
 * merchant's product.
 */
export const viewMandateShape = z.extend(
  z.omit(mandateShape, {
    customer: true,
    product: true,
    paymentFor: true,
    series: true,
    replaces: true,
  }),
  {
    merchantName: described('The name of the business.', z.string()),
    payerName: described('The name of the payer.', z.string()),
    ...suspensionFields,
  },
);
export type MandateView = z.infer<typeof viewMandateShape>;

const viewDetailShape = z.extend(viewMandateShape, progressFields);
export type MandateViewDetail = z.infer<typeof viewDetailShape>;

const reader = signedIn(['OPERATOR', 'BANK'], 'mandates.read');
const writer = signedIn(['OPERATOR', 'BANK'], 'mandates.write');
const onePath = '/api/v1/mandates/{mandateId}';

const viewList = {
  path: '/api/v1/mandates',
  admission: reader,
  item: viewMandateShape,
  states: MANDATE.states,
  sorts: ['-createdAt', 'createdAt'],
  filters: { bankId: z.optional(z.uuid()), merchantId: z.optional(z.uuid()) },
  search: true,
} as const;

/** The search looks at the beginning of references, and for a bank at the last four digits of accounts too. */
export const listAllMandates = listEndpoint({
  ...viewList,
  name: 'listAllMandates',
  summary: 'List the mandates of all merchants, or those of the payers of a bank, newest first.',
});

export const exportAllMandates = exportEndpoint({
  ...viewList,
  name: 'exportAllMandates',
  summary: 'Export the mandates of all merchants, or those of the payers of a bank, as CSV.',
  audit: 'read',
});

export const getMandateView = endpoint({
  name: 'getMandateView',
  summary: 'Fetch a mandate of any merchant, or of a payer of the bank.',
  path: onePath,
  admission: reader,
  answers: viewDetailShape,
});

const action = {
  method: 'POST',
  admission: writer,
  takes: reasonShape,
  answers: viewMandateShape,
  errors: ['MANDATE_STATE', 'SUSPENDED_BY_OTHERS'],
} as const;

export const suspendMandate = endpoint({
  ...action,
  name: 'suspendMandate',
  summary: 'Suspend a mandate: nothing is collected until it is reinstated.',
  path: `${onePath}/suspend`,
});

/**
 * Refuses SUSPENDED_BY_OTHERS for all but those in `reinstatableBy` of the mandate. The mandate gets the state
 * that it had before the suspension.
 */
export const reinstateMandate = endpoint({
  ...action,
  name: 'reinstateMandate',
  summary: 'Lift a suspension that the operator, or the bank, has made.',
  path: `${onePath}/reinstate`,
});

export const listMandateViewEvents = historyEndpoint({
  name: 'listMandateViewEvents',
  summary: 'List what happened to a mandate, newest first.',
  path: onePath,
  admission: reader,
  kinds: [],
});

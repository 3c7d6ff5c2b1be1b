import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, requestedShape, signedIn } from '../kit/endpoint.ts';
import { fields, objectOf } from '../kit/fields.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { joinedLines } from '../kit/text.ts';
import { PAYOUT, payoutDetailShape, payoutShape } from './payouts.ts';

export const viewPayoutShape = z.extend(payoutShape, {
  merchantName: described('The name of the business.', z.string()),
});
export type PayoutView = z.infer<typeof viewPayoutShape>;

const viewDetailShape = z.extend(payoutDetailShape, {
  merchantName: described('The name of the business.', z.string()),
});
export type PayoutViewDetail = z.infer<typeof viewDetailShape>;

const viewer = signedIn(['OPERATOR'], 'billing.read');
const ALL = '/api/v1/payouts';
export const ONE_OF_ALL = `${ALL}/{payoutId}` as const;

const viewList = {
  path: ALL,
  admission: viewer,
  item: viewPayoutShape,
  states: PAYOUT.states,
  sorts: ['-createdAt', 'createdAt'],
  search: true,
} as const;

/** The search looks at the beginning of references. */
export const listAllPayouts = listEndpoint({
  ...viewList,
  name: 'listAllPayouts',
  summary: 'List the payouts of all merchants, newest first.',
});

export const exportAllPayouts = exportEndpoint({
  ...viewList,
  name: 'exportAllPayouts',
  summary: 'Export the payouts of all merchants as CSV.',
});

export const getPayoutView = endpoint({
  name: 'getPayoutView',
  summary: 'Fetch a payout of any merchant.',
  path: ONE_OF_ALL,
  admission: viewer,
  answers: viewDetailShape,
});

/** How operators know what became of money whose outcome was unknown. */
export const EVIDENCE = {
  label: 'Evidence',
  kind: 'textarea',
  schema: described('How you know what happened.', joinedLines(10, 500)),
  hint: 'What the bank said, who said it and when',
  maxLength: 500,
} as const;

export const RESOLUTION_FIELDS = fields({
  outcome: {
    label: 'What happened',
    kind: 'select',
    schema: described('What became of it.', z.enum(['PAID', 'REJECTED'])),
    options: [
      { value: 'PAID', label: 'The money has reached the account' },
      { value: 'REJECTED', label: 'The money has not left' },
    ],
  },
  evidence: EVIDENCE,
});

/**
 * A second operator approves it in the Inbox; until then nothing changes. The merchant does not read the
 * evidence. A payout whose file is not sent yet is refused at the outcome: the file still goes out.
 */
export const resolvePayout = endpoint({
  name: 'resolvePayout',
  summary: 'Ask a second operator to settle what became of a payout of unknown outcome.',
  method: 'POST',
  path: `${ONE_OF_ALL}/resolve`,
  admission: signedIn(['OPERATOR'], 'billing.write'),
  takes: objectOf(RESOLUTION_FIELDS),
  answers: requestedShape,
  status: 202,
  errors: ['PAYOUT_STATE', 'REQUEST_PENDING'],
});

export const listPayoutViewEvents = historyEndpoint({
  name: 'listPayoutViewEvents',
  summary: 'List what happened to a payout, newest first.',
  path: ONE_OF_ALL,
  admission: viewer,
  kinds: ['SETTLEMENT_ASKED'],
});

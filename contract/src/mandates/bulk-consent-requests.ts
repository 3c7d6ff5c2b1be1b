import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { listEndpoint, pageQuery } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { MANDATES_PATH, mandateFilters } from './mandates.ts';

/** The states of a job that asks the payers of many mandates for consent. */
export const BULK_CONSENT_REQUEST = stateMachine({
  entity: 'bulk-consent-request',
  states: ['RUNNING', 'DONE', 'CANCELLED', 'FAILED'],
  transitions: {
    RUNNING: ['DONE', 'CANCELLED', 'FAILED'],
    DONE: [],
    CANCELLED: [],
    FAILED: [],
  },
});

/** The most mandates of one bulkRequest. */
export const BULK_REQUEST_MAX = 10_000;

/** The states whose payers can be asked. */
export const ASKING_STATES = ['GENERATED', 'PENDING_VERIFICATION'] as const;

export const NOT_ASKED = [
  'NO_MOBILE',
  'CUSTOMER_DISABLED',
  /** Its last day has passed. */
  'MANDATE_OVER',
  /** Answered, cancelled or expired meanwhile. */
  'STATE_CHANGED',
  /** Asked again five times within a day already. */
  'TOO_OFTEN',
] as const;
export type NotAsked = (typeof NOT_ASKED)[number];

const count = z.int().check(z.minimum(0));
const notAsked = described(
  'How many can not be asked, by reason.',
  z.array(
    z.object({
      reason: described(
        'Why not: no mobile number, customer disabled, answered or ended meanwhile, or asked too often.',
        z.enum(NOT_ASKED),
      ),
      count: described('How many.', count),
    }),
  ),
);

const path = `${MANDATES_PATH}/send-all` as const;
const reader = signedIn(['MERCHANT'], 'mandates.read');
const writer = signedIn(['MERCHANT'], 'mandates.write');

/** As the list of mandates takes it; of the states only those that can be asked. */
export const bulkRequestFilterShape = z.object({
  ...mandateFilters,
  state: described('Only those of this state.', z.optional(z.enum(ASKING_STATES))),
  search: pageQuery.search,
});
export type BulkRequestFilter = z.infer<typeof bulkRequestFilterShape>;

const bulkRequestShape = z.object({
  id: z.uuid(),
  state: described(
    '`RUNNING`: payers are being asked. `DONE`, `CANCELLED`, `FAILED`: it has ended.',
    z.enum(BULK_CONSENT_REQUEST.states),
  ),
  mandates: described('How many mandates are selected.', count),
  done: described('How many of them are processed.', count),
  sent: described('How many payers were asked.', count),
  notAsked,
  perMinute: described('How many are asked in a minute.', z.int()),
  by: described('The name of the person who did it, or of the platform.', z.string()),
  createdAt: described('When it was made.', z.iso.datetime()),
  endedAt: described('When it ended; null before.', z.nullable(z.iso.datetime())),
});
export type BulkConsentRequest = z.infer<typeof bulkRequestShape>;

const expectedShape = z.object({
  mandates: described('How many mandates are selected.', count),
  sms: described('SMS that are sent.', count),
  emails: described('Emails that are sent.', count),
  notAsked,
  perMinute: described('How many are asked in a minute.', z.int()),
});
export type ExpectedBulkRequest = z.infer<typeof expectedShape>;

export const expectBulkRequest = endpoint({
  name: 'expectBulkRequest',
  summary: 'Count whom `send-all` would ask: mandates by page or SMS that wait for their payer.',
  path: `${path}/expected`,
  admission: writer,
  query: bulkRequestFilterShape,
  answers: expectedShape,
  errors: ['BULK_REQUEST_TOO_LARGE'],
});

/** Refuses BULK_REQUEST_CHANGED where the filter finds another number than `mandates`, which the person saw. */
export const startBulkConsentRequest = endpoint({
  name: 'startBulkConsentRequest',
  summary: 'Ask the payers of all mandates of a filter, so many a minute.',
  method: 'POST',
  path,
  admission: writer,
  active: true,
  takes: z.object({
    filter: described('Which mandates are selected, as in `listMandates`.', bulkRequestFilterShape),
    mandates: described(
      'How many mandates were selected when they were counted: another number is refused.',
      z.int(),
    ),
  }),
  answers: bulkRequestShape,
  status: 202,
  errors: ['BULK_REQUEST_CHANGED', 'BULK_REQUEST_RUNNING', 'BULK_REQUEST_TOO_LARGE'],
});

export const listBulkConsentRequests = listEndpoint({
  name: 'listBulkConsentRequests',
  summary: 'List what was sent to all of a filter, newest first.',
  path,
  admission: reader,
  item: bulkRequestShape,
  sorts: ['-createdAt'],
});

export const cancelBulkConsentRequest = endpoint({
  name: 'cancelBulkConsentRequest',
  summary: 'Stop asking: who has been asked stays asked.',
  method: 'POST',
  path: `${path}/{bulkRequestId}/cancel`,
  admission: writer,
  answers: bulkRequestShape,
  errors: ['BULK_REQUEST_ENDED'],
});

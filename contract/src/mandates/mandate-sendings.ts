import * as z from 'zod/mini';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { listEndpoint, pageQuery } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { MANDATES_PATH, mandateFilters } from './mandates.ts';

/** The states of a job that asks the payers of many mandates for consent. */
export const MANDATE_SENDING = stateMachine({
  entity: 'mandate-sending',
  states: ['RUNNING', 'DONE', 'CANCELLED', 'FAILED'],
  transitions: {
    RUNNING: ['DONE', 'CANCELLED', 'FAILED'],
    DONE: [],
    CANCELLED: [],
    FAILED: [],
  },
});

/** The most mandates of one sending. */
export const SENDING_MAX = 10_000;

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
const notAsked = z.array(z.object({ reason: z.enum(NOT_ASKED), count }));

const path = `${MANDATES_PATH}/send-all` as const;
const reader = signedIn(['MERCHANT'], 'mandates.read');
const writer = signedIn(['MERCHANT'], 'mandates.write');

/** As the list of mandates takes it; of the states only those that can be asked. */
export const sendingFilterShape = z.object({
  ...mandateFilters,
  state: z.optional(z.enum(ASKING_STATES)),
  search: pageQuery.search,
});
export type SendingFilter = z.infer<typeof sendingFilterShape>;

const sendingShape = z.object({
  id: z.uuid(),
  state: z.enum(MANDATE_SENDING.states),
  /** Mandates of the sending, and how many of them are processed. */
  mandates: count,
  done: count,
  sent: count,
  notAsked,
  perMinute: z.int(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
});
export type MandateSending = z.infer<typeof sendingShape>;

const expectedShape = z.object({
  mandates: count,
  sms: count,
  emails: count,
  notAsked,
  perMinute: z.int(),
});
export type ExpectedSending = z.infer<typeof expectedShape>;

export const expectSending = endpoint({
  name: 'expectSending',
  summary: 'Count whom `send-all` would ask: mandates by page or SMS that wait for their payer.',
  path: `${path}/expected`,
  admission: writer,
  query: sendingFilterShape,
  answers: expectedShape,
  errors: ['SENDING_TOO_LARGE'],
});

/** Refuses SENDING_CHANGED where the filter finds another number than `mandates`, which the person saw. */
export const startSending = endpoint({
  name: 'startSending',
  summary: 'Ask the payers of all mandates of a filter, so many a minute.',
  method: 'POST',
  path,
  admission: writer,
  active: true,
  takes: z.object({ filter: sendingFilterShape, mandates: z.int() }),
  answers: sendingShape,
  status: 202,
  errors: ['SENDING_CHANGED', 'SENDING_RUNNING', 'SENDING_TOO_LARGE'],
});

export const listSendings = listEndpoint({
  name: 'listSendings',
  summary: 'List what was sent to all of a filter, newest first.',
  path,
  admission: reader,
  item: sendingShape,
  sorts: ['-createdAt'],
});

export const cancelSending = endpoint({
  name: 'cancelSending',
  summary: 'Stop asking: who has been asked stays asked.',
  method: 'POST',
  path: `${path}/{sendingId}/cancel`,
  admission: writer,
  answers: sendingShape,
  errors: ['SENDING_ENDED'],
});

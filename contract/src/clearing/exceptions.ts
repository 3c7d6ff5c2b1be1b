import * as z from 'zod/mini';
import { HOUSES, named } from './clearing.ts';
import { endpoint } from '../kit/endpoint.ts';
import { fields, objectOf } from '../kit/fields.ts';
import { historyEndpoint } from '../kit/history.ts';
import { listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { line } from '../kit/text.ts';

/** What needs a person. Closing it changes nothing but that it was looked at, and why. */
export const EXCEPTION = stateMachine({
  entity: 'exception',
  states: ['OPEN', 'CLOSED'],
  transitions: { OPEN: ['CLOSED'], CLOSED: [] },
});

/** Why something that was sent to us was not taken in. */
export const EXCEPTION_KINDS = [
  'UNREADABLE',
  'TOO_LARGE',
  'CHECKSUM',
  'ID_REUSED',
  'OTHER_SENDER',
  'UNKNOWN_MANDATE',
  'OTHER_BANK',
  'NOT_ASKED',
  'LATE',
  'ENDED',
  'CONTRADICTION',
  'CANCELLATION_REFUSED',
  'FAILED',
  'UNKNOWN_DEBIT',
  'OTHER_AMOUNT',
  'OTHER_STATUS',
  'GROUP_REJECTED',
  'OTHER_ACCOUNT',
  'OTHER_CURRENCY',
  'UNMATCHED',
  'BALANCE',
  'UNKNOWN',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

export const exceptionShape = z.object({
  id: z.uuid(),
  kind: z.enum(EXCEPTION_KINDS),
  /** As of the file. */
  channel: z.string(),
  bank: z.nullable(named),
  file: named,
  /** Which item of the file, from 1; 0 where it is the file as a whole. */
  item: z.int(),
  /** The mandate's reference as the file names it. */
  reference: z.nullable(z.string()),
  /** What happened, what became of it, and what to do. */
  words: z.string(),
  /** How much of a booked entry is in suspense: came in is positive, went out negative; null for others. */
  suspense: z.nullable(z.int()),
  state: z.enum(EXCEPTION.states),
  /** By the business clock. */
  createdAt: z.iso.datetime(),
});
export type ClearingException = z.infer<typeof exceptionShape>;

const reader = { kind: 'signed-in', domains: ['OPERATOR'], permission: 'clearing.read' } as const;
const writer = { ...reader, permission: 'clearing.write' } as const;
const EXCEPTIONS = '/api/v1/operator/exceptions';
const ONE_EXCEPTION = `${EXCEPTIONS}/{exceptionId}` as const;
const ofException = z.object({ exceptionId: z.uuid() });
const reason = line(3, 300);

export const listExceptions = listEndpoint({
  name: 'listExceptions',
  summary: 'List what could not be taken in and needs a person, newest first.',
  path: EXCEPTIONS,
  admission: reader,
  item: exceptionShape,
  states: EXCEPTION.states,
  sorts: ['-createdAt', 'createdAt'],
  filters: {
    channel: z.optional(z.enum(HOUSES)),
    bankId: z.optional(z.uuid()),
    kind: z.optional(z.enum(EXCEPTION_KINDS)),
  },
});

export const getException = endpoint({
  name: 'getException',
  summary: 'Fetch an exception.',
  method: 'GET',
  path: ONE_EXCEPTION,
  admission: reader,
  params: ofException,
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: exceptionShape },
  errors: [],
});

export const closeException = endpoint({
  name: 'closeException',
  summary: 'Close an exception that was worked through, with what was done.',
  method: 'POST',
  path: `${ONE_EXCEPTION}/close`,
  admission: writer,
  params: ofException,
  body: { kind: 'json', shape: z.object({ reason }) },
  output: { kind: 'json', status: 200, shape: exceptionShape },
  errors: ['EXCEPTION_CLOSED'],
});

/** What an operator has found a booked entry to be for. */
export const MATCH_FIELDS = fields({
  reference: {
    label: 'Debit or payout',
    kind: 'text',
    schema: line(1, 20),
    hint: 'Its reference, such as TGD2345678AB',
  },
  reason: {
    label: 'Reason',
    kind: 'textarea',
    schema: line(3, 300),
    hint: 'How you know; your colleagues read it',
    maxLength: 300,
  },
});

/** Takes the money out of suspense and posts it as what it is. It is closed once nothing is left. */
export const matchException = endpoint({
  name: 'matchException',
  summary: 'Say which debit or payout a booked entry is for.',
  method: 'POST',
  path: `${ONE_EXCEPTION}/match`,
  admission: writer,
  params: ofException,
  body: { kind: 'json', shape: objectOf(MATCH_FIELDS) },
  output: { kind: 'json', status: 200, shape: exceptionShape },
  errors: ['EXCEPTION_CLOSED', 'EXCEPTION_KIND'],
});

/** What became of a debit that nobody has answered. */
export const OUTCOME_FIELDS = fields({
  outcome: {
    label: 'What happened',
    kind: 'select',
    schema: z.enum(['PAID', 'NOT_PAID']),
    options: [
      { value: 'PAID', label: 'The payer was debited' },
      { value: 'NOT_PAID', label: 'The payer was not debited' },
    ],
  },
  valueDay: {
    label: 'Day of the debit',
    kind: 'date',
    schema: z.optional(z.iso.date()),
    hint: 'Where the payer was debited',
  },
  evidence: {
    label: 'Evidence',
    kind: 'textarea',
    schema: line(10, 500),
    hint: 'What the bank said, who said it and when',
    maxLength: 500,
  },
});

/** A second operator approves it in the Inbox; until then nothing changes. */
export const resolveException = endpoint({
  name: 'resolveException',
  summary: 'Ask a second operator to settle what became of a debit of unknown outcome.',
  method: 'POST',
  path: `${ONE_EXCEPTION}/resolve`,
  admission: writer,
  params: ofException,
  body: { kind: 'json', shape: objectOf(OUTCOME_FIELDS) },
  output: { kind: 'json', status: 202, shape: z.object({ requestId: z.uuid() }) },
  errors: ['EXCEPTION_CLOSED', 'EXCEPTION_KIND', 'REQUEST_PENDING'],
});

export const listExceptionEvents = historyEndpoint({
  name: 'listExceptionEvents',
  summary: 'List what happened to an exception, newest first.',
  path: ONE_EXCEPTION,
  admission: reader,
  params: ofException,
  kinds: [],
});

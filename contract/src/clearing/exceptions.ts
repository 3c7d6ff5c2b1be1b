import * as z from 'zod/mini';
import { HOUSES, named } from './clearing.ts';
import { dayShape } from '../kit/day.ts';
import { endpoint } from '../kit/endpoint.ts';
import { fields, objectOf } from '../kit/fields.ts';
import { historyEndpoint } from '../kit/history.ts';
import { listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { line } from '../kit/text.ts';

/** What needs a person. */
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

/** What an operator closes an exception as; see {@link closingsOf}. */
const CLOSINGS = ['SENT_BACK', 'KEPT_IN_SUSPENSE', 'NOTHING_TO_DO'] as const;
export type Closing = (typeof CLOSINGS)[number];

/** What became of an exception. MATCHED and RESOLVED come of {@link matchException} and {@link resolveException}. */
export const EXCEPTION_OUTCOMES = ['MATCHED', 'RESOLVED', ...CLOSINGS] as const;
export type ExceptionOutcome = (typeof EXCEPTION_OUTCOMES)[number];

/** What an exception can be closed as: where money is in suspense, it has to be said what becomes of it. */
export const closingsOf = ({
  suspense,
}: Pick<ClearingException, 'suspense'>): readonly [Closing, ...Closing[]] =>
  suspense ? ['SENT_BACK', 'KEPT_IN_SUSPENSE'] : ['NOTHING_TO_DO'];

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
  /** Null while it is open. */
  outcome: z.nullable(z.enum(EXCEPTION_OUTCOMES)),
  /** Of one that was sent back: the exception of the entry the other way, with the entry's reference. */
  closedWith: z.nullable(named),
  /** By the business clock. */
  createdAt: z.iso.datetime(),
});
export type ClearingException = z.infer<typeof exceptionShape>;

const exceptionDetailShape = z.extend(exceptionShape, {
  /**
   * Open exceptions of entries with the same amount in suspense the other way, newest first: one of them
   * may be how the bank took the money back.
   */
  counterparts: z.array(
    z.object({
      id: z.uuid(),
      /** Of the entry, by the settlement bank. */
      reference: z.string(),
      bookedOn: z.iso.date(),
    }),
  ),
});
export type ClearingExceptionDetail = z.infer<typeof exceptionDetailShape>;

const reader = { kind: 'signed-in', domains: ['OPERATOR'], permission: 'clearing.read' } as const;
const writer = { ...reader, permission: 'clearing.write' } as const;
const EXCEPTIONS = '/api/v1/operator/exceptions';
const ONE_EXCEPTION = `${EXCEPTIONS}/{exceptionId}` as const;
const ofException = z.object({ exceptionId: z.uuid() });

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
    outcome: z.optional(z.enum(EXCEPTION_OUTCOMES)),
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
  output: { kind: 'json', status: 200, shape: exceptionDetailShape },
  errors: [],
});

const REASON = {
  label: 'Reason',
  kind: 'textarea',
  schema: line(3, 300),
  hint: 'How you know; your colleagues read it',
  maxLength: 300,
} as const;

/** Says that the bank took money back that was in suspense. */
export const SENT_BACK_FIELDS = fields({
  counterpartId: {
    label: 'Entry the other way',
    kind: 'select',
    schema: z.optional(z.uuid()),
    hint: 'With which the bank took the money back',
  },
  reason: REASON,
});

/**
 * SENT_BACK and KEPT_IN_SUSPENSE are refused where nothing is in suspense, NOTHING_TO_DO where something
 * is. SENT_BACK closes the exception of the entry the other way with it: where there is one alone it
 * need not be named.
 */
export const closeException = endpoint({
  name: 'closeException',
  summary: 'Close an exception that was worked through, as what became of it.',
  method: 'POST',
  path: `${ONE_EXCEPTION}/close`,
  admission: writer,
  params: ofException,
  body: {
    kind: 'json',
    shape: z.extend(objectOf(SENT_BACK_FIELDS), { outcome: z.enum(CLOSINGS) }),
  },
  output: { kind: 'json', status: 200, shape: exceptionDetailShape },
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
  reason: REASON,
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
  output: { kind: 'json', status: 200, shape: exceptionDetailShape },
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
    // A form sends null where it is not asked for.
    schema: z.optional(z.nullable(dayShape)),
    hint: 'As the bank has it',
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

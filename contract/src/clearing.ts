import * as z from 'zod/mini';
import { endpoint } from './kit/endpoint.ts';
import { fields, objectOf } from './kit/fields.ts';
import { historyEndpoint } from './kit/history.ts';
import { listEndpoint } from './kit/list.ts';
import { stateMachine } from './kit/state-machine.ts';
import { line } from './kit/text.ts';

/**
 * The states of a file of messages with a bank. One of ours is written with what made it necessary,
 * then sent, then answered; one of the bank's is received, then taken in or refused as a whole.
 */
export const BANK_FILE = stateMachine({
  entity: 'bank-file',
  states: ['WRITTEN', 'SENT', 'ANSWERED', 'RECEIVED', 'TAKEN', 'REFUSED'],
  transitions: {
    // A server that dies between sending and noting it has sent the file.
    WRITTEN: ['SENT', 'ANSWERED'],
    SENT: ['ANSWERED'],
    ANSWERED: [],
    RECEIVED: ['TAKEN', 'REFUSED'],
    TAKEN: [],
    REFUSED: [],
  },
});

/** What needs a person. Closing it changes nothing but that it was looked at, and why. */
export const EXCEPTION = stateMachine({
  entity: 'exception',
  states: ['OPEN', 'CLOSED'],
  transitions: { OPEN: ['CLOSED'], CLOSED: [] },
});

/** Why something that a bank sent was not taken in. */
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
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** Bytes of a file at most: thousands of answers. */
export const BANK_FILE_MAX = 5 * 1024 * 1024;

/** Signs of a file that an operator takes in by hand. */
const PASTED_MAX = 50_000;

const named = z.object({ id: z.uuid(), name: z.string() });

export const bankFileShape = z.object({
  id: z.uuid(),
  direction: z.enum(['OUT', 'IN']),
  bank: named,
  /** As it is called in the directory of the channel. */
  name: z.string(),
  /** Such as `pain.012.001.05`, and its id on the wire; null where they could not be read. */
  message: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  /** Of its bytes, in hex. */
  sha256: z.string(),
  /** Bytes. */
  size: z.int(),
  state: z.enum(BANK_FILE.states),
  /** What the bank answered to a file of ours. */
  answer: z.nullable(z.enum(['ACCEPTED', 'REJECTED'])),
  /** Items of a file of the bank, and how many of them were taken in so far. */
  items: z.nullable(z.int()),
  itemsTaken: z.int(),
  /** The mandate that a file of ours is about. */
  mandateReference: z.nullable(z.string()),
  /** By the business clock. */
  createdAt: z.iso.datetime(),
});
export type BankFile = z.infer<typeof bankFileShape>;

export const exceptionShape = z.object({
  id: z.uuid(),
  kind: z.enum(EXCEPTION_KINDS),
  bank: named,
  file: named,
  /** Which item of the file, from 1; 0 where it is the file as a whole. */
  item: z.int(),
  /** The mandate's reference as the file names it. */
  reference: z.nullable(z.string()),
  /** What happened, what became of it, and what to do. */
  words: z.string(),
  state: z.enum(EXCEPTION.states),
  /** By the business clock. */
  createdAt: z.iso.datetime(),
});
export type ClearingException = z.infer<typeof exceptionShape>;

const reader = { kind: 'signed-in', domains: ['OPERATOR'], permission: 'clearing.read' } as const;
const writer = { ...reader, permission: 'clearing.write' } as const;
const FILES = '/api/v1/operator/bank-files';
const ONE_FILE = `${FILES}/{bankFileId}` as const;
const EXCEPTIONS = '/api/v1/operator/exceptions';
const ONE_EXCEPTION = `${EXCEPTIONS}/{exceptionId}` as const;
const ofFile = z.object({ bankFileId: z.uuid() });
const ofException = z.object({ exceptionId: z.uuid() });
const reason = line(3, 300);

export const listBankFiles = listEndpoint({
  name: 'listBankFiles',
  summary: 'List the files of messages to and from banks, newest first, with counts by state.',
  path: FILES,
  admission: reader,
  item: bankFileShape,
  states: BANK_FILE.states,
  sorts: ['-createdAt', 'createdAt'],
  filters: {
    bankId: z.optional(z.uuid()),
    reference: z.optional(z.string().check(z.trim(), z.maxLength(20))),
  },
});

export const getBankFile = endpoint({
  name: 'getBankFile',
  summary: 'Fetch a file without its content.',
  method: 'GET',
  path: ONE_FILE,
  admission: reader,
  params: ofFile,
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: bankFileShape },
  errors: [],
});

/** It has account numbers in clear: the look and its reason are kept in the history. */
export const readBankFile = endpoint({
  name: 'readBankFile',
  summary: 'Read the content of a file, on record.',
  method: 'POST',
  path: `${ONE_FILE}/read`,
  admission: writer,
  params: ofFile,
  body: { kind: 'json', shape: z.object({ reason }) },
  output: {
    kind: 'json',
    status: 200,
    shape: z.object({ content: z.nullable(z.string()) }),
  },
  errors: [],
});

/** A file of a bank that somebody takes in by hand. */
export const TAKEN_FIELDS = fields({
  bankId: {
    label: 'Bank',
    kind: 'select',
    schema: z.uuid(),
    hint: 'The bank that has sent it',
  },
  name: {
    label: 'Name of the file',
    kind: 'text',
    schema: line(1, 100),
  },
  content: {
    label: 'Content',
    kind: 'textarea',
    schema: z.string().check(z.minLength(1), z.maxLength(PASTED_MAX)),
    hint: 'The whole file, from <?xml on',
    maxLength: PASTED_MAX,
  },
});

/** It is taken in as if it had come through the channel of the bank: the same bytes count once. */
export const takeBankFile = endpoint({
  name: 'takeBankFile',
  summary: 'Take a file of a bank in by hand.',
  method: 'POST',
  path: FILES,
  admission: writer,
  body: {
    kind: 'json',
    shape: objectOf(TAKEN_FIELDS),
  },
  output: { kind: 'json', status: 201, shape: bankFileShape },
  errors: ['BANK_UNKNOWN'],
});

export const listBankFileEvents = historyEndpoint({
  name: 'listBankFileEvents',
  summary: 'List what happened to a file, newest first.',
  path: ONE_FILE,
  admission: reader,
  params: ofFile,
  kinds: ['READ'],
});

export const listExceptions = listEndpoint({
  name: 'listExceptions',
  summary: 'List what could not be taken in and needs a person, newest first.',
  path: EXCEPTIONS,
  admission: reader,
  item: exceptionShape,
  states: EXCEPTION.states,
  sorts: ['-createdAt', 'createdAt'],
  filters: {
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

export const listExceptionEvents = historyEndpoint({
  name: 'listExceptionEvents',
  summary: 'List what happened to an exception, newest first.',
  path: ONE_EXCEPTION,
  admission: reader,
  params: ofException,
  kinds: [],
});

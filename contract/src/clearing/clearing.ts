import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, type FilePart, requestedShape, signedIn } from '../kit/endpoint.ts';
import { fields } from '../kit/fields.ts';
import { historyEndpoint } from '../kit/history.ts';
import { listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { reasonShape, typed } from '../kit/text.ts';

/**
 * The states of a file of messages. An outgoing file is written in the transaction that made it necessary,
 * then sent, then accepted or rejected, and reconciled once all its money is accounted for. An incoming
 * file is received, then processed or refused as a whole.
 */
export const CLEARING_FILE = stateMachine({
  entity: 'clearing-file',
  states: [
    'READY',
    'SENT',
    'WITHDRAWN',
    'ACKED',
    'REJECTED',
    'RECONCILED',
    'HELD',
    'RECEIVED',
    'PROCESSED',
    'REFUSED',
  ],
  transitions: {
    // A server can crash after it has sent the file and before SENT is stored: the answer then comes first.
    // WITHDRAWN: by two operators, before it is sent.
    READY: ['SENT', 'ACKED', 'REJECTED', 'WITHDRAWN'],
    WITHDRAWN: [],
    SENT: ['ACKED', 'REJECTED'],
    ACKED: ['REJECTED', 'RECONCILED'],
    REJECTED: [],
    RECONCILED: [],
    // Uploaded manually: a second operator looks at it first.
    HELD: ['RECEIVED', 'REFUSED'],
    RECEIVED: ['PROCESSED', 'REFUSED'],
    PROCESSED: [],
    // An operator has it read again, for example after a setting was corrected.
    REFUSED: ['RECEIVED'],
  },
});

/** The largest file, in bytes. One of answers can be about the items of several files. */
export const CLEARING_FILE_MAX = 20 * 1024 * 1024;

/** A file that an operator uploads manually. Text is accepted too: what is no message is an exception. */
const UPLOADED_FILE: FilePart = {
  required: true,
  maxSize: CLEARING_FILE_MAX,
  accepts: ['application/xml', 'text/plain'],
  advice: {
    'application/pdf': 'This is a PDF. Ask for the file of the message itself, in XML.',
    'application/zip': 'This is a ZIP file. Unpack it and upload the file inside.',
  },
};

export const named = z.object({ id: z.uuid(), name: described('Its name.', z.string()) });

/** Channels other than payers' banks: the first takes debits, the second keeps money and pays it out. */
export const HOUSES = ['clearing-house', 'settlement-bank'] as const;

/** With whom a file is exchanged, and whose payers it is about. */
export const counterparty = {
  channel: described(
    'The folder that it goes through: `clearing-house`, `settlement-bank`, or the BIC of a bank.',
    z.string(),
  ),
  bank: described(
    'The bank of the payers that it is about; null where that is none or several.',
    z.nullable(named),
  ),
};

export const clearingFileShape = z.object({
  id: z.uuid(),
  direction: described('`OUT` is ours, `IN` is theirs.', z.enum(['OUT', 'IN'])),
  ...counterparty,
  name: described('Its name in the folder of the channel.', z.string()),
  message: described(
    'The message, such as `pain.012.001.05`; null where it could not be read.',
    z.nullable(z.string()),
  ),
  messageId: described(
    'The id of the message on the wire; null where it could not be read.',
    z.nullable(z.string()),
  ),
  sha256: described('SHA-256 of its bytes, in hex.', z.string()),
  size: described('Bytes.', z.int()),
  state: described('Where it stands.', z.enum(CLEARING_FILE.states)),
  canBeWithdrawn: described(
    'True for a file of debits or payouts that is written, while nothing of it can have gone out.',
    z.boolean(),
  ),
  cutOff: described(
    'The cut-off that was submitted for, by the business clock; null where there was none.',
    z.nullable(z.iso.datetime()),
  ),
  items: described('The number of its items; null where that is unknown.', z.nullable(z.int())),
  total: described(
    'What its items add up to, in whole shillings; null where that is unknown.',
    z.nullable(z.int()),
  ),
  itemsProcessed: described('Items of an incoming file that were processed so far.', z.int()),
  failures: described('How often sending or processing it failed on our side.', z.int()),
  mandateReference: described(
    'The reference of the mandate that it is about; null for others.',
    z.nullable(z.string()),
  ),
  createdAt: described('When it was made, by the business clock.', z.iso.datetime()),
});
export type ClearingFile = z.infer<typeof clearingFileShape>;

const writer = signedIn(['OPERATOR'], 'clearing.write');
/** Banks too see the files that are for their payers or come from them, without the content. */
const viewer = signedIn(['OPERATOR', 'BANK'], 'clearing.read');
const FILES = '/api/v1/clearing-files';
const ONE_FILE = `${FILES}/{clearingFileId}` as const;

export const listClearingFiles = listEndpoint({
  name: 'listClearingFiles',
  summary:
    'List the files of messages that went out and came in, or those of a bank, newest first.',
  path: FILES,
  admission: viewer,
  item: clearingFileShape,
  states: CLEARING_FILE.states,
  sorts: ['-createdAt', 'createdAt'],
  filters: {
    channel: z.optional(z.enum(HOUSES)),
    bankId: z.optional(z.uuid()),
    reference: described(
      'Only files about the mandate with this reference.',
      z.optional(z.string().check(typed(), z.maxLength(20))),
    ),
  },
});

export const getClearingFile = endpoint({
  name: 'getClearingFile',
  summary: 'Fetch a file without its content.',
  path: ONE_FILE,
  admission: viewer,
  answers: clearingFileShape,
});

/** It has account numbers in clear: each look and its reason are kept in the history. */
export const readClearingFile = endpoint({
  name: 'readClearingFile',
  summary: 'Fetch the bytes of a file, on record.',
  method: 'POST',
  path: `${ONE_FILE}/read`,
  admission: writer,
  audit: 'read',
  takes: reasonShape,
  answersFile: true,
  errors: ['FILE_NOT_KEPT'],
});

const sender = z.union([z.enum(HOUSES), z.uuid()]);

/** A file that somebody uploads manually; it keeps its name. */
export const UPLOAD_FIELDS = fields({
  from: {
    label: 'Sender',
    kind: 'select',
    schema: sender,
    hint: 'Who has sent it',
  },
  file: {
    label: 'File',
    kind: 'file',
    schema: z.unknown(),
    hint: 'XML, up to 20 MB',
    file: UPLOADED_FILE,
  },
});

/**
 * It is processed as if it had come through the channel of its sender: the same bytes are processed once. One
 * that can be read is HELD until a second operator has approved it in the Inbox.
 */
export const uploadClearingFile = endpoint({
  name: 'uploadClearingFile',
  summary: 'Upload a file.',
  method: 'POST',
  path: FILES,
  admission: writer,
  takes: z.object({ from: described('Who has sent it: a house, or a bank by its id.', sender) }),
  multipart: { part: 'upload', files: { file: UPLOADED_FILE } },
  answers: clearingFileShape,
  status: 201,
  errors: ['BANK_UNKNOWN'],
});

/**
 * For a file whose processing has failed ten times on our side, once the fault is repaired; and for a file that
 * was refused as a whole, such as a statement of another account after a correction of the setting. An upload
 * that no second operator has approved is not read again.
 */
export const retryClearingFile = endpoint({
  name: 'retryClearingFile',
  summary:
    'Try again to send a file or to process it, after our own work has failed or it was refused.',
  method: 'POST',
  path: `${ONE_FILE}/retry`,
  admission: writer,
  takes: reasonShape,
  answers: clearingFileShape,
  errors: ['FILE_STATE'],
});

/**
 * For a file of debits or payouts that was not sent yet, such as while the gateway is away. Once a second operator
 * approves, its debits and payouts go out with the next cut-off, in a file with another id.
 */
export const withdrawClearingFile = endpoint({
  name: 'withdrawClearingFile',
  summary: 'Ask a second operator to withdraw a file that is written and not sent.',
  method: 'POST',
  path: `${ONE_FILE}/withdraw`,
  admission: writer,
  takes: reasonShape,
  answers: requestedShape,
  status: 202,
  errors: ['FILE_STATE', 'FILE_NOT_WITHDRAWABLE'],
});

export const listClearingFileEvents = historyEndpoint({
  name: 'listClearingFileEvents',
  summary: 'List what happened to a file, newest first; banks are not told who has read it.',
  path: ONE_FILE,
  admission: viewer,
  kinds: ['READ', 'RETRIED'],
});

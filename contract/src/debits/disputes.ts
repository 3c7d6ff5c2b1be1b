import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { CERTIFICATE, storedFileShape } from '../files.ts';
import { endpoint, type FilePart, signedIn } from '../kit/endpoint.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { joinedLines, reasonShape } from '../kit/text.ts';
import { DEBIT_PATH } from './debits.ts';
import { DISPUTE_STATES } from './dispute-states.ts';

/**
 * A debit that its payer disputes, for the payer's bank to decide. One that was refused, or on which the
 * bank did not decide in time, can be opened again.
 * It moves no money: the return of the bank does.
 */
export const DISPUTE = stateMachine({
  entity: 'dispute',
  states: DISPUTE_STATES,
  transitions: {
    OPEN: ['ACCEPTED', 'REFUSED', 'LAPSED'],
    ACCEPTED: [],
    REFUSED: ['OPEN'],
    LAPSED: ['OPEN'],
  },
});
export type DisputeState = (typeof DISPUTE.states)[number];

/** Days from the debit in which it can be disputed: 8 weeks. */
export const DISPUTE_DAYS = 56;

/** Who opens a dispute: the payer on their page, or an officer of their bank for them. */
export const DISPUTE_OPENERS = ['PAYER', 'BANK'] as const;

export const disputeShape = z.object({
  state: described('Where it stands.', z.enum(DISPUTE.states)),
  reason: described('What the payer says.', z.string()),
  openedBy: described(
    '`PAYER`: on their own page. `BANK`: an officer of their bank for them.',
    z.enum(DISPUTE_OPENERS),
  ),
  openedAt: described(
    'When it was opened, by the business clock; of one that was opened again the newest time.',
    z.iso.datetime(),
  ),
  answerUntil: described(
    'The last day on which the business can answer, in Kampala.',
    z.iso.date(),
  ),
  answer: described(
    'What the business says; null until it has answered.',
    z.nullable(
      z.object({
        text: described('What the business says.', z.string()),
        files: described('The documents of the answer.', z.array(storedFileShape)),
        at: described('When it was answered, by the business clock.', z.iso.datetime()),
      }),
    ),
  ),
  refusal: described('Why the bank refuses; null unless it has refused.', z.nullable(z.string())),
});
export type Dispute = z.infer<typeof disputeShape>;

const merchantDispute = `${DEBIT_PATH}/dispute` as const;
const bankDispute = '/api/v1/transactions/{transactionId}/dispute';

/** Refuses NOT_FOUND where the debit was never disputed. */
export const getDispute = endpoint({
  name: 'getDispute',
  summary: 'Fetch the dispute of a transaction, with the answer of the business.',
  path: merchantDispute,
  admission: signedIn(['MERCHANT'], 'transactions.read'),
  answers: disputeShape,
});

/** A document of an answer: PDF, JPG or PNG up to 10 MB. */
export const ANSWER_FILE: FilePart = CERTIFICATE;

/** The parts of an answer that hold its documents. */
export const ANSWER_FILES = ['file1', 'file2', 'file3'] as const;

/** Characters of an answer. */
export const ANSWER_MAX = 1000;

/** The officers of the payer's bank read text and documents when they decide. */
export const answerDispute = endpoint({
  name: 'answerDispute',
  summary: 'Answer a dispute that is open, once and in time, with up to three documents.',
  method: 'POST',
  path: `${merchantDispute}/answer`,
  admission: signedIn(['MERCHANT'], 'transactions.write'),
  limit: { max: 100, per: 'organization', windowSeconds: 3600 },
  takes: z.object({ text: described('The text.', joinedLines(3, ANSWER_MAX)) }),
  multipart: {
    part: 'answer',
    files: { file1: ANSWER_FILE, file2: ANSWER_FILE, file3: ANSWER_FILE },
  },
  answers: disputeShape,
  errors: ['DISPUTE_NOT_OPEN', 'DISPUTE_ANSWERED'],
});

/** Refuses NOT_FOUND where the debit was never disputed. */
export const getDisputeView = endpoint({
  name: 'getDisputeView',
  summary: 'Fetch the dispute of a transaction, as an operator or the payer’s bank.',
  path: bankDispute,
  admission: signedIn(['OPERATOR', 'BANK'], 'transactions.read'),
  answers: disputeShape,
});

/** As the payer does on their page: another officer of the bank decides on it. */
export const openDispute = endpoint({
  name: 'openDispute',
  summary: 'Dispute a debit of the last 8 weeks for a customer of the bank.',
  method: 'POST',
  path: bankDispute,
  admission: signedIn(['BANK'], 'transactions.write'),
  limit: { max: 100, per: 'organization', windowSeconds: 3600 },
  takes: reasonShape,
  answers: disputeShape,
  errors: ['DISPUTE_EXISTS', 'DISPUTE_TOO_LATE'],
});

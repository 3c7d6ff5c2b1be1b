import { type ClearingFile, HOUSES } from '@tegeka/contract/clearing/clearing.ts';
import type { ExceptionKind } from '@tegeka/contract/clearing/exceptions.ts';

/** What went wrong, in a few words. */
export const EXCEPTION_KIND_LABELS: Readonly<Record<ExceptionKind, string>> = {
  UNREADABLE: 'File can not be read',
  TOO_LARGE: 'File is too large',
  CHECKSUM: 'File was changed on its way',
  ID_REUSED: 'Id was used before',
  OTHER_SENDER: 'Another sender',
  UNKNOWN_MANDATE: 'Unknown mandate',
  OTHER_BANK: "Another bank's mandate",
  NOT_ASKED: 'Was not asked',
  LATE: 'Answer came too late',
  ENDED: 'Mandate had ended',
  CONTRADICTION: 'Contradicts an answer',
  CANCELLATION_REFUSED: 'Cancellation not accepted',
  FAILED: 'Our work on a file failed',
  UNKNOWN_DEBIT: 'Unknown debit or payout',
  OTHER_AMOUNT: 'Another amount or currency',
  OTHER_STATUS: 'Unknown status',
  GROUP_REJECTED: 'File of ours was refused',
  OTHER_ACCOUNT: 'Another account',
  OTHER_CURRENCY: 'Another currency booked',
  OPENING_BALANCE: 'Opening balance differs',
  STATEMENT_MISSING: 'Statement is missing',
  UNMATCHED: 'Booked, but for what?',
  BALANCE: 'Balance does not agree',
  UNKNOWN: 'Outcome unknown',
  UNKNOWN_PAYOUT: 'Outcome of a payout unknown',
  UNSETTLED: 'Money has not come',
};

/** What became of a file, in a word or two. */
export const FILE_STATE_LABELS: Readonly<Record<ClearingFile['state'], string>> = {
  READY: 'To be sent',
  SENT: 'Sent',
  WITHDRAWN: 'Withdrawn',
  ACKED: 'Accepted',
  REJECTED: 'Rejected',
  RECONCILED: 'Reconciled',
  HELD: 'To be approved',
  RECEIVED: 'To be processed',
  PROCESSED: 'Processed',
  REFUSED: 'Refused',
};

/** Names of ISO 20022 messages, by the first 8 characters of their identifiers. */
const MESSAGES: Readonly<Record<string, string>> = {
  'pain.009': 'Asks to confirm',
  'pain.011': 'Cancels',
  'pain.012': 'Answers',
  'pacs.003': 'Debits',
  'pacs.002': 'Statuses of debits',
  'pacs.004': 'Returns',
  'pacs.028': 'Questions about debits',
  'pain.001': 'Payouts',
  'pain.002': 'Statuses of payouts',
  'camt.053': 'Statement of a day',
  'camt.054': 'Bookings',
};

const HOUSE_LABELS: Readonly<Record<string, string>> = {
  'clearing-house': 'Clearing house',
  'settlement-bank': 'Settlement bank',
};

/** The other party of a file: one of the two houses, or a bank. */
export const partyText = ({ channel, bank }: Pick<ClearingFile, 'channel' | 'bank'>): string =>
  HOUSE_LABELS[channel] ?? bank?.name ?? channel;

/** The two houses as options of a filter. */
export const HOUSE_OPTIONS = HOUSES.map((value) => ({
  value,
  label: HOUSE_LABELS[value] ?? value,
}));

/** The message of a file in words. */
export function messageText({ message, state }: Pick<ClearingFile, 'message' | 'state'>): string {
  if (message !== null) return MESSAGES[message.slice(0, 8)] ?? message;
  return state === 'RECEIVED' || state === 'HELD' ? 'Not read yet' : 'Can not be read';
}

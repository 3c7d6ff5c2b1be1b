import { getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import type { Debit, DebitState, Origin } from '@tegeka/contract/debits/debits.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { reasonLabel } from '@tegeka/contract/kit/status.ts';

/** Place of flash messages above the list; those about one debit use its id. */
export const LIST_PLACE = 'transactions';

/** The origin of a debit. */
export const ORIGIN_LABELS: Readonly<Record<Origin, string>> = {
  SCHEDULE: 'Mandate schedule',
  MANUAL: 'Entered on the screen',
  FILE: 'From a file',
  API: 'By the API',
  RECOLLECTION: 'Collects a returned one again',
};

/** Labels of events in the history; a change of state is named by its new state. */
export const EVENT_LABELS: Readonly<Record<string, string>> = {
  CREATED: 'Created',
  PENDING: 'Scheduled',
  PROCESSING: "Sent to the payer's bank",
  UNKNOWN: 'Not answered in time',
  CLEARED: 'Debited by the bank',
  SETTLED: 'Settled: the money has come',
  RETURNED: 'Returned to the payer',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  REJECTED: 'Rejected: not sent to the bank',
  RETRY_CANCELLED: 'The next try was cancelled',
  DISPUTED: 'Disputed by the payer',
  DISPUTE_ANSWERED: 'The business answered the dispute',
  DISPUTE_ACCEPTED: "The payer's bank accepted the dispute and sends the money back",
  DISPUTE_REFUSED: "The payer's bank refused the dispute",
  DISPUTE_LAPSED: "The payer's bank did not decide on the dispute in time",
};

/** The fields that determine the description of the state. */
export type Shown = Pick<
  Debit,
  | 'state'
  | 'reason'
  | 'failureReason'
  | 'schemeCode'
  | 'collectionDay'
  | 'obstacle'
  | 'noticeAt'
  | 'noticeWithdrawnAt'
  | 'nextTryDay'
  | 'settledAt'
>;

/** The reason as the specification labels it; null where nothing went wrong. */
export const reasonOf = ({ reason, failureReason, state }: Shown) =>
  reasonLabel(reason ?? (failureReason && getFailureReason(failureReason).text), state);

/** Sentences on the state and what comes next. */
export const NEXT_MESSAGES: Readonly<Record<DebitState, (shown: Shown) => string>> = {
  PENDING: ({ obstacle, noticeAt, collectionDay }) =>
    obstacle !== null
      ? `The payer is notified once it can be collected. If that is not before the cut-off on ${showDay(collectionDay)}, it is rejected.`
      : noticeAt === null
        ? `The payer is told first. Then it is sent to the bank on ${showDay(collectionDay)}, or later where that is too soon after the message.`
        : `The payer was told on ${showDay(noticeAt)}. It is sent to the bank on ${showDay(collectionDay)}.`,
  PROCESSING: () => "Sent to the payer's bank, which answers within two days.",
  UNKNOWN: () => 'The bank has not answered in time. We are checking with it.',
  CLEARED: () => 'The bank has debited the account. The money is on its way.',
  SETTLED: ({ settledAt }) => `The money has come on ${settledAt ? showDay(settledAt) : ''}.`,
  RETURNED: () => 'The bank has returned the money to the payer.',
  FAILED: ({ nextTryDay }) =>
    nextTryDay === null ? 'We will not retry.' : `We will retry on ${showDay(nextTryDay)}.`,
  CANCELLED: () => 'Nothing is debited. Its day is not collected later.',
  REJECTED: () => 'Nothing was debited: it was not sent to the bank.',
};

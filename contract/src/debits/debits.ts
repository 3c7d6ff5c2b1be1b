import * as z from 'zod/mini';
import { dayShape } from '../kit/day.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, fromQuery, listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { listingPayoutShape } from '../payouts/payouts.ts';
import { FAILURE_REASON_NAMES } from './failure-reasons.ts';
import { OUTCOME_NAMES } from './debit-outcomes.ts';
import { DISPUTE_FILTERS, DISPUTE_KINDS, DISPUTE_STATES } from './dispute-states.ts';
import { attemptShape, noticeShape } from './debit-submissions.ts';

/**
 * The states of a debit, which the API calls a transaction. PROCESSING begins when it is submitted in
 * a file; UNKNOWN is one whose bank has not answered in time; CLEARED one that the bank has debited;
 * SETTLED one whose money has come.
 */
export const DEBIT = stateMachine({
  entity: 'transaction',
  states: [
    'PENDING',
    'PROCESSING',
    'UNKNOWN',
    'CLEARED',
    'SETTLED',
    'RETURNED',
    'FAILED',
    'CANCELLED',
    'REJECTED',
  ],
  transitions: {
    // UNKNOWN, SETTLED and FAILED: before a retry the bank accepts or pays the refused submission after all, or
    // refuses it again for a reason that forbids a retry. FAILED also where the retry is cancelled.
    PENDING: ['PROCESSING', 'CANCELLED', 'REJECTED', 'UNKNOWN', 'SETTLED', 'FAILED'],
    // Back to PENDING where a whole file was refused for a technical reason, or withdrawn before it was sent.
    PROCESSING: ['CLEARED', 'SETTLED', 'FAILED', 'UNKNOWN', 'PENDING'],
    // PENDING: its file was withdrawn before it was sent.
    UNKNOWN: ['CLEARED', 'SETTLED', 'FAILED', 'PENDING'],
    CLEARED: ['SETTLED', 'FAILED'],
    SETTLED: ['RETURNED'],
    RETURNED: [],
    // SETTLED where the bank had refused it and its money came all the same.
    FAILED: ['PENDING', 'SETTLED'],
    // SETTLED where it was submitted before, its retry was cancelled or rejected, and its money came all the same.
    CANCELLED: ['SETTLED'],
    REJECTED: ['SETTLED'],
  },
});
export type DebitState = (typeof DEBIT.states)[number];

/** Submissions that a debit can have: the first one and three more. */
export const ATTEMPTS_MAX = 4;

/** How a debit came to be: by the mandate's schedule, or because somebody asked for it. */
export const ORIGINS = ['SCHEDULE', 'MANUAL', 'FILE', 'API', 'RECOLLECTION'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Whole shillings. */
export const moneyShape = z.int();
const day = z.iso.date();
const named = z.object({ id: z.uuid(), name: z.string() });
const failureReason = z.enum(FAILURE_REASON_NAMES);

export const debitShape = z.object({
  id: z.uuid(),
  /** `TGD` and ten signs with a check digit; the end-to-end id on the wire. */
  reference: z.string(),
  /** The merchant's own reference; null for what a schedule made. */
  merchantReference: z.nullable(z.string()),
  mandate: z.object({ id: z.uuid(), reference: z.string() }),
  customer: named,
  product: z.nullable(named),
  bank: named,
  accountLastFour: z.string(),
  merchantName: z.string(),
  merchantBankName: z.nullable(z.string()),
  customerName: z.string(),
  customerBankName: z.string(),
  /** Days in Kampala: when it is due by the schedule, and the business day on which it is debited. */
  dueDay: day,
  collectionDay: day,
  currency: z.string(),
  /** Whole shillings that the payer is debited. */
  amount: moneyShape,
  /**
   * What was booked, in whole shillings: amount = transactionCharge + exciseDuty + net. Of a RETURNED one the net
   * is what it has cost, below zero. Null where nothing was booked and nothing will be: FAILED without a retry to
   * come, CANCELLED, REJECTED.
   */
  transactionCharge: z.nullable(moneyShape),
  exciseDuty: z.nullable(moneyShape),
  net: z.nullable(moneyShape),
  /** True until it is settled: all three are computed at each submission, and booked with the settlement. */
  chargeIsEstimate: z.boolean(),
  /** True where it was returned, and charge and duty were given back: both are 0. */
  chargeGivenBack: z.boolean(),
  origin: z.enum(ORIGINS),
  state: z.enum(DEBIT.states),
  /** The same as the state. */
  transactionStatus: z.enum(DEBIT.states),
  /** Why it did not happen, or was taken back; null where nothing went wrong. */
  failureReason: z.nullable(failureReason),
  /** The bank's own code. */
  schemeCode: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Submissions so far, and automatic retries for lack of funds that are left. */
  attempt: z.int(),
  retriesLeft: z.int(),
  /** Why it can not be submitted at present, so that its payer is not told of it; null for most. */
  obstacle: z.nullable(failureReason),
  /** When the payer was told of it, and the next try after a failure; by the business clock. */
  noticeAt: z.nullable(z.iso.datetime()),
  /** When the payer was told that it is not made as the last notice said; null while that notice holds. */
  noticeWithdrawnAt: z.nullable(z.iso.datetime()),
  nextTryDay: z.nullable(day),
  settledAt: z.nullable(z.iso.datetime()),
  /** Of its newest dispute by the payer; null where it was never disputed. */
  dispute: z.nullable(z.enum(DISPUTE_STATES)),
  /** The returned debit that this one collects again. */
  recollects: z.nullable(z.uuid()),
  /** Rises by one with every change of its state. */
  version: z.int(),
  createdAt: z.iso.datetime(),
});
export type Debit = z.infer<typeof debitShape>;

export const merchantReader = signedIn(['MERCHANT'], 'transactions.read');
export const DEBITS_PATH = '/api/v1/merchants/{merchantId}/transactions';
export const DEBIT_PATH = `${DEBITS_PATH}/{transactionId}` as const;

const amountFilter = fromQuery(z.optional(z.coerce.number().check(z.int(), z.minimum(0))));

export const debitFilters = {
  dayFrom: z.optional(dayShape),
  dayTo: z.optional(dayShape),
  amountFrom: amountFilter,
  amountTo: amountFilter,
  failureReason: z.optional(failureReason),
  outcome: z.optional(z.enum(OUTCOME_NAMES)),
  dispute: z.optional(z.enum(DISPUTE_FILTERS)),
};

const byDay = ['-collectionDay', 'collectionDay'] as const;

/** Across merchants they are sorted by their day alone. */
export const debitList = { states: DEBIT.states, sorts: byDay, search: true } as const;

const merchantList = {
  ...debitList,
  sorts: [...byDay, '-amount', 'amount'],
  item: debitShape,
  filters: {
    ...debitFilters,
    customerId: z.optional(z.uuid()),
    mandateId: z.optional(z.uuid()),
    productId: z.optional(z.uuid()),
  },
  path: DEBITS_PATH,
  admission: merchantReader,
} as const;

/** The search looks at the beginning of references and at the names of customers. */
export const listDebits = listEndpoint({
  ...merchantList,
  name: 'listTransactions',
  summary: "List a merchant's transactions, latest day first, with counts by state.",
});

export const exportDebits = exportEndpoint({
  ...merchantList,
  name: 'exportTransactions',
  summary: 'Export the transactions of a filter as CSV.',
  audit: 'read',
});

/** What a transaction has beside what lists show. */
export const debitDetails = {
  /** Its submissions, the newest first. */
  attempts: z.array(attemptShape),
  /** What the payer was told of it, the newest first. */
  notices: z.array(noticeShape),
  /** The debit that collects this one again, which was returned; null where there is none. */
  recollectedBy: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  /** Why this one, which was returned for lack of funds, is not collected again by itself; null for all others. */
  notRecollected: z.nullable(z.string()),
  /** The last day on which it can be tried again manually; null unless it failed for lack of funds. */
  retryUntil: z.nullable(day),
  /** Why it has failed, while it is PENDING to be tried again; null for all others. */
  lastFailure: z.nullable(z.string()),
};

const detailShape = z.extend(debitShape, {
  ...debitDetails,
  /** The payouts that pay it, and those that its return is deducted from; the earliest first. */
  payouts: z.array(listingPayoutShape),
});
export type DebitDetail = z.infer<typeof detailShape>;

export const getDebit = endpoint({
  name: 'getTransaction',
  summary: 'Fetch a transaction with its submissions and notices.',
  path: DEBIT_PATH,
  admission: merchantReader,
  answers: detailShape,
});

export const listDebitEvents = historyEndpoint({
  name: 'listTransactionEvents',
  summary: 'List what happened to a transaction, newest first.',
  path: DEBIT_PATH,
  admission: merchantReader,
  kinds: ['CREATED', 'RETRY_CANCELLED', ...DISPUTE_KINDS],
});

import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { dayShape } from '../kit/day.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, fromQuery, listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { listingPayoutShape } from '../payouts/payouts.ts';
import { FAILURE_REASON_NAMES } from './failure-reasons.ts';
import { outcomeShape } from './debit-outcomes.ts';
import { DISPUTE_FILTERS, DISPUTE_KINDS, DISPUTE_STATES } from './dispute-states.ts';
import { debitDetails } from './debit-submissions.ts';

/** The states of a debit, which the API calls a transaction: `state` of its shape says what they are. */
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
const named = z.object({ id: z.uuid(), name: described('Its name.', z.string()) });
const failureReason = z.enum(FAILURE_REASON_NAMES);

export const debitShape = z.object({
  id: z.uuid(),
  reference: described(
    'Ours: `TGD` and ten letters or digits with a check digit; the end-to-end id that the bank knows.',
    z.string(),
  ),
  merchantReference: described(
    'Your own reference, as you sent it; null for what a schedule made.',
    z.nullable(z.string()),
  ),
  mandate: described(
    'The mandate that it is collected by.',
    z.object({
      id: described('The id of the mandate.', z.uuid()),
      reference: described('The reference of the mandate, `TGK…`.', z.string()),
    }),
  ),
  customer: described('The customer.', named),
  product: described('The product whose terms it has; null without one.', z.nullable(named)),
  bank: described('The bank that is debited.', named),
  accountLastFour: described(
    'The last four digits of the account number; the others are never shown.',
    z.string(),
  ),
  merchantName: described('The name of the business.', z.string()),
  merchantBankName: described(
    'The bank that the business is paid at; null where the reader may not know.',
    z.nullable(z.string()),
  ),
  customerName: described('The name of the payer.', z.string()),
  customerBankName: described('The bank that is debited.', z.string()),
  dueDay: described('The day in Kampala on which it is due.', day),
  collectionDay: described(
    'The business day on which it is debited: the due day, or a later one where banks are closed or the notice needs it.',
    day,
  ),
  currency: described('ISO 4217. `UGX` is the only one so far.', z.string()),
  amount: described(
    'Whole shillings that the payer is debited: transactionCharge + exciseDuty + net, unless it was returned.',
    moneyShape,
  ),
  transactionCharge: described(
    'Our charge as it was booked, in whole shillings; until it is settled an estimate, see `chargeIsEstimate`. Null where nothing was booked and nothing will be: `FAILED` without a `nextTryDay`, `CANCELLED` and `REJECTED`. Null for banks.',
    z.nullable(moneyShape),
  ),
  exciseDuty: described(
    'Excise duty on the charge, in whole shillings; null where the charge is.',
    z.nullable(moneyShape),
  ),
  net: described(
    'What the balance of the business got, in whole shillings; null where the charge is. Of a `RETURNED` one it is what it has cost, below zero.',
    z.nullable(moneyShape),
  ),
  chargeIsEstimate: described(
    'True until the debit is settled: charge, duty and net are computed at each submission, by the price plan and the rate of duty of the collection day, and booked with the settlement. False where they are null. Null for banks.',
    z.boolean(),
  ),
  chargeGivenBack: described(
    'True where it was returned, and charge and duty were given back: both are 0, and so is the net. Null for banks.',
    z.boolean(),
  ),
  origin: described(
    '`SCHEDULE`: made by the schedule of the mandate. `MANUAL`: asked for alone, on the screen or by `createTransaction`. `API`: by `createTransactions`. `FILE`: by an uploaded file. `RECOLLECTION`: collects a returned one again.',
    z.enum(ORIGINS),
  ),
  state: described(
    '`PENDING`: announced to the payer, then sent at a cut-off. `PROCESSING`: sent to the bank. `UNKNOWN`: the bank has not answered in time; it is asked. `CLEARED`: the payer was debited. `SETTLED`: the money has come and is in your balance. `RETURNED`: settled, and taken back later. `FAILED`: the bank has not debited it; see `failureReason` and `nextTryDay`. `CANCELLED`: not sent, because it was cancelled. `REJECTED`: not sent, because of `failureReason`.',
    z.enum(DEBIT.states),
  ),
  transactionStatus: described('The same as `state`.', z.enum(DEBIT.states)),
  failureReason: described(
    'Why it did not happen or was taken back; null where nothing went wrong.',
    z.nullable(failureReason),
  ),
  schemeCode: described(
    'The code of the bank (ISO 20022), such as `AM04`; null where there is none.',
    z.nullable(z.string()),
  ),
  reason: described(
    'The failure reason in a sentence, or the reason that somebody gave; null where there is none.',
    z.nullable(z.string()),
  ),
  attempt: described('Submissions to the bank so far: 0 before the first one.', z.int()),
  retriesLeft: described('How many more are made by themselves for lack of funds.', z.int()),
  obstacle: described(
    'Why a `PENDING` transaction can not be sent at present, such as `CUSTOMER_DISABLED`; null otherwise. Its payer is told once nothing is in the way; at its cut-off it becomes `REJECTED` with this failure reason.',
    z.nullable(failureReason),
  ),
  noticeAt: described(
    'When the payer was told, by the business clock; null before.',
    z.nullable(z.iso.datetime()),
  ),
  noticeWithdrawnAt: described(
    'When the payer was told that it is not debited as announced; null while the announcement holds. It is never sent without a new one.',
    z.nullable(z.iso.datetime()),
  ),
  nextTryDay: described('The day of the next try; null where none comes.', z.nullable(day)),
  settledAt: described(
    'When it was settled, by the business clock; null before.',
    z.nullable(z.iso.datetime()),
  ),
  dispute: described(
    'The state of its newest dispute: `OPEN`, `ACCEPTED` by the bank, `REFUSED`, or `LAPSED` where the bank did not decide in time; null where it was never disputed. A dispute moves no money: see `RETURNED`.',
    z.nullable(z.enum(DISPUTE_STATES)),
  ),
  recollects: described(
    'The id of the returned transaction that this one collects again; null for others.',
    z.nullable(z.uuid()),
  ),
  version: described('Rises by one with every change of its state.', z.int()),
  createdAt: described('When it was made.', z.iso.datetime()),
});
export type Debit = z.infer<typeof debitShape>;

export const merchantReader = signedIn(['MERCHANT'], 'transactions.read');
export const DEBITS_PATH = '/api/v1/merchants/{merchantId}/transactions';
export const DEBIT_PATH = `${DEBITS_PATH}/{transactionId}` as const;

const amountFilter = fromQuery(z.optional(z.coerce.number().check(z.int(), z.minimum(0))));

export const debitFilters = {
  dayFrom: described('Only those with this `collectionDay` or a later one.', z.optional(dayShape)),
  dayTo: described('Only those with this `collectionDay` or an earlier one.', z.optional(dayShape)),
  amountFrom: described('Only those of this amount or more, in whole shillings.', amountFilter),
  amountTo: described('Only those of this amount or less, in whole shillings.', amountFilter),
  failureReason: described('Only those with this failure reason.', z.optional(failureReason)),
  outcome: z.optional(outcomeShape),
  dispute: described(
    'Only those with a dispute of this state, or with any; with `state=SETTLED` and `ACCEPTED`, those whose return has not come.',
    z.optional(z.enum(DISPUTE_FILTERS)),
  ),
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

const detailShape = z.extend(debitShape, {
  ...debitDetails,
  payouts: described(
    'The payouts that pay it, and those that its return is deducted from; the earliest first. A payout that was rejected or came back is followed by the one that pays its money.',
    z.array(listingPayoutShape),
  ),
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

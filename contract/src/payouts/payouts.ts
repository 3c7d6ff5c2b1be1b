import * as z from 'zod/mini';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { CURRENCY } from '../kit/money.ts';
import { stateMachine } from '../kit/state-machine.ts';

/**
 * The states of a payout. An UNKNOWN one is never sent again: the bank's statement decides, or two operators
 * with evidence. A retry is a new payout. A REJECTED one becomes PAID if the bank books it all the same.
 */
export const PAYOUT = stateMachine({
  entity: 'payout',
  states: ['PENDING', 'SENT', 'UNKNOWN', 'PAID', 'REJECTED', 'BOUNCED'],
  transitions: {
    PENDING: ['SENT', 'REJECTED'],
    // Back to PENDING where its file was withdrawn before it was sent.
    SENT: ['PAID', 'REJECTED', 'UNKNOWN', 'PENDING'],
    UNKNOWN: ['PAID', 'REJECTED'],
    PAID: ['BOUNCED'],
    REJECTED: ['PAID'],
    BOUNCED: [],
  },
});
type PayoutState = (typeof PAYOUT.states)[number];

/** States of payouts on their way: they are not in the balance any more, and not known to have arrived. */
export const PAYOUTS_IN_TRANSIT = ['PENDING', 'SENT', 'UNKNOWN'] as const satisfies PayoutState[];

export const PAYOUT_LABELS: Readonly<Record<PayoutState, string>> = {
  PENDING: 'Pending',
  SENT: 'Sent',
  UNKNOWN: 'Unknown',
  PAID: 'Paid',
  REJECTED: 'Rejected',
  BOUNCED: 'Bounced',
};

const money = z.int();
const moment = z.iso.datetime();

export const payoutShape = z.object({
  id: z.uuid(),
  /** TGP and ten signs; the bank's statement names it. */
  reference: z.string(),
  /** Whole shillings. */
  amount: money,
  currency: z.literal(CURRENCY),
  state: z.enum(PAYOUT.states),
  origin: z.enum(['SCHEDULE', 'MANUAL']),
  /** True while an operator has to release it. */
  isWaiting: z.boolean(),
  bankName: z.string(),
  accountLastFour: z.string(),
  /** Why it has not reached the account; null where nothing is wrong. */
  reason: z.nullable(z.string()),
  /** By the business clock. */
  createdAt: moment,
  sentAt: z.nullable(moment),
  endedAt: z.nullable(moment),
});
export type Payout = z.infer<typeof payoutShape>;

/**
 * Why a payout does not go with the next file to the bank: an operator has to release it, the bank of the
 * merchant has no BIC yet, the account was changed less than a day ago, its number can not be decrypted, or the
 * merchant is suspended. In the last case the payout is rejected at the next cut-off.
 */
export const PAYOUT_WAITS = [
  'RELEASE',
  'BANK_CODE',
  'ACCOUNT_CHANGED',
  'ACCOUNT_UNREADABLE',
  'NOT_ACTIVE',
] as const;

/**
 * What a payout pays: entries of the ledger that move what the merchant is owed. PAYOUT_BACK: the money of a payout
 * that was rejected or came back; PAYOUT_PAID: one that was rejected and that the bank has paid all the same; OWED:
 * money that went out for the merchant, such as a compensation; OTHER: a correction.
 */
export const PAYOUT_ITEM_KINDS = [
  'DEBIT',
  'RETURN',
  'PAYOUT_BACK',
  'PAYOUT_PAID',
  'REPAID',
  'OWED',
  'WRITTEN_OFF',
  'OTHER',
] as const;
export type PayoutItemKind = (typeof PAYOUT_ITEM_KINDS)[number];

/** Whole shillings: net = amount − charge − exciseDuty. Below zero is what the payout is less by. */
export const payoutItemAmounts = {
  /** Before charge and duty. */
  amount: money,
  charge: money,
  exciseDuty: money,
  net: money,
};

export const payoutDetailShape = z.extend(payoutShape, {
  /** Null where it goes with the next file, or is not PENDING any more. */
  waitsFor: z.nullable(z.enum(PAYOUT_WAITS)),
  /** The items of each kind that it has, in the order of PAYOUT_ITEM_KINDS. */
  totals: z.array(
    z.object({ kind: z.enum(PAYOUT_ITEM_KINDS), count: z.int(), ...payoutItemAmounts }),
  ),
  /**
   * What earlier payouts list and have not paid, and the same after this one. The amount of the payout is
   * broughtForward and the net of all totals, less carriedForward. Whole shillings.
   */
  broughtForward: money,
  carriedForward: money,
});
export type PayoutDetail = z.infer<typeof payoutDetailShape>;

/**
 * A payout that lists a debit (DEBIT) or its return (RETURN). One that was rejected or came back is followed by the
 * one that lists its money.
 */
export const listingPayoutShape = z.extend(
  z.pick(payoutShape, { id: true, reference: true, state: true, createdAt: true }),
  { item: z.enum(['DEBIT', 'RETURN']) },
);

const reader = signedIn(['MERCHANT'], 'billing.read');
export const PAYOUTS_PATH = '/api/v1/merchants/{merchantId}/payouts';
export const ONE_PAYOUT = `${PAYOUTS_PATH}/{payoutId}` as const;

const payoutList = {
  path: PAYOUTS_PATH,
  admission: reader,
  item: payoutShape,
  states: PAYOUT.states,
  sorts: ['-createdAt', 'createdAt'],
  /** Narrows the list to those of PAYOUTS_IN_TRANSIT. */
  filters: { inTransit: z.optional(z.literal('YES')) },
} as const;

export const listPayouts = listEndpoint({
  ...payoutList,
  name: 'listPayouts',
  summary: "List a merchant's payouts, newest first, with counts by state.",
});

export const exportPayouts = exportEndpoint({
  ...payoutList,
  name: 'exportPayouts',
  summary: "Export a merchant's payouts as CSV.",
});

export const getPayout = endpoint({
  name: 'getPayout',
  summary: 'Fetch a payout.',
  path: ONE_PAYOUT,
  admission: reader,
  answers: payoutDetailShape,
});

export const listPayoutEvents = historyEndpoint({
  name: 'listPayoutEvents',
  summary: 'List what happened to a payout, newest first.',
  path: ONE_PAYOUT,
  admission: reader,
  kinds: [],
});

import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
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
  reference: described(
    '`TGP` and ten letters or digits with a check digit. The statement of the bank names it.',
    z.string(),
  ),
  amount: described('Whole shillings.', money),
  currency: described('ISO 4217. `UGX` is the only one so far.', z.literal(CURRENCY)),
  state: described(
    '`PENDING`: its money is reserved; it goes with the next file to the bank. `SENT`: the bank has the file. `UNKNOWN`: the bank has not answered in time; it is never sent again, and two operators decide. `PAID`: the bank has paid it. `REJECTED`: it was not paid, and the money is in the balance again. `BOUNCED`: paid, and the money came back to the balance.',
    z.enum(PAYOUT.states),
  ),
  origin: described(
    '`SCHEDULE`: by the payout settings. `MANUAL`: by `createPayout`.',
    z.enum(['SCHEDULE', 'MANUAL']),
  ),
  isWaiting: described('True while an operator has to release it.', z.boolean()),
  bankName: described('The name of the bank.', z.string()),
  accountLastFour: described('The last four digits of the account that is paid.', z.string()),
  reason: described(
    'Why it has not reached the account; null where nothing is wrong.',
    z.nullable(z.string()),
  ),
  createdAt: described('When it was made, by the business clock.', moment),
  sentAt: described('When it went to the bank; null before.', z.nullable(moment)),
  endedAt: described('When it was paid, rejected or came back; null before.', z.nullable(moment)),
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

/** What a payout pays: entries of the ledger that move what the merchant is owed. */
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
export const payoutItemKindShape = described(
  '`DEBIT`: a settled debit. `RETURN`: a debit that was taken back. `PAYOUT_BACK`: the money of a payout that was rejected or came back. `PAYOUT_PAID`: a rejected payout that the bank has paid all the same. `REPAID`: what the merchant has repaid. `OWED`: money that went out for the merchant. `WRITTEN_OFF`: a debt that was written off. `OTHER`: a correction.',
  z.enum(PAYOUT_ITEM_KINDS),
);
export type PayoutItemKind = (typeof PAYOUT_ITEM_KINDS)[number];

/** Whole shillings: net = amount − charge − exciseDuty. Below zero is what the payout is less by. */
export const payoutItemAmounts = {
  amount: described('Whole shillings, before charge and duty.', money),
  charge: described('The charge, in whole shillings; below zero where it was given back.', money),
  exciseDuty: described('Excise duty on the charge, in whole shillings.', money),
  net: described(
    'amount − charge − exciseDuty, in whole shillings: what the payout is more by.',
    money,
  ),
};

export const payoutDetailShape = z.extend(payoutShape, {
  waitsFor: described(
    'What keeps it from the next file: an operator has to release it, the bank has no code yet, the account was changed within a day, its number cannot be decrypted, or the business is not active. Null where nothing does.',
    z.nullable(z.enum(PAYOUT_WAITS)),
  ),
  totals: described(
    'What it pays, by kind.',
    z.array(
      z.object({
        kind: payoutItemKindShape,
        count: described('How many items.', z.int()),
        ...payoutItemAmounts,
      }),
    ),
  ),
  broughtForward: described(
    'What earlier payouts list and have not paid, in whole shillings. The amount of the payout is this and the net of all totals, less `carriedForward`.',
    money,
  ),
  carriedForward: described('What is left for the next payout, in whole shillings.', money),
});
export type PayoutDetail = z.infer<typeof payoutDetailShape>;

/**
 * A payout that lists a debit (DEBIT) or its return (RETURN). One that was rejected or came back is followed by the
 * one that lists its money.
 */
export const listingPayoutShape = z.extend(
  z.pick(payoutShape, { id: true, reference: true, state: true, createdAt: true }),
  {
    item: described(
      '`DEBIT`: it is paid with it. `RETURN`: its return is deducted from it.',
      z.enum(['DEBIT', 'RETURN']),
    ),
  },
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
  filters: {
    inTransit: described(
      '`YES`: only payouts that are PENDING, SENT or UNKNOWN.',
      z.optional(z.literal('YES')),
    ),
  },
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

import type { ClearingException, ExceptionKind, ExceptionOutcome } from './exceptions.ts';

// How each kind of exception can end, and what that posts: read by the server, the screens, docs/exceptions.md and
// the tests.

interface Outcome {
  /** What became of it, in a few words. */
  label: string;
  /** When it is chosen. */
  text: string;
  /**
   * The account of the ledger that the money in suspense goes to or comes from. AS_NAMED: the accounts of the debit
   * or payout. Null where nothing is posted.
   */
  account:
    | 'AS_NAMED'
    | 'PAYABLE'
    | 'BANK_FEES'
    | 'DUTY_PAYABLE'
    | 'CHARGES_INCOME'
    | 'WRITE_OFF'
    | null;
  /** How many operators decide: 2 where a second one approves in the Inbox. */
  operators: 1 | 2;
}

export const OUTCOMES = {
  MATCHED: {
    label: 'Named and booked',
    text: 'It is for a debit, a payout or all items of a file: also a debit that was rejected, or whose retry was cancelled. A status or return is applied to the debit or payout. A small fee that the bank has kept of a credit is booked as bank fees; the business gets the full amount.',
    account: 'AS_NAMED',
    operators: 2,
  },
  RESOLVED: {
    label: 'Settled by two operators',
    text: 'Evidence says what became of a debit or payout that nobody has answered.',
    account: null,
    operators: 2,
  },
  REPAID: {
    label: 'Repaid by a business',
    text: 'A business has repaid what it owes. Its balance is credited.',
    account: 'PAYABLE',
    operators: 2,
  },
  OWED: {
    label: 'Owed by a business',
    text: 'A business has to pay for it: a return of which no debit is known, a payout made twice, a compensation. Its balance is debited, and can become negative.',
    account: 'PAYABLE',
    operators: 2,
  },
  BANK_FEES: {
    label: 'Bank fees',
    text: 'Fees, interest or compensation that a bank has taken, or has given back or paid.',
    account: 'BANK_FEES',
    operators: 2,
  },
  DUTY_REMITTED: {
    label: 'Excise duty paid',
    text: 'Excise duty was paid to the revenue authority.',
    account: 'DUTY_PAYABLE',
    operators: 2,
  },
  INCOME_WITHDRAWN: {
    label: 'Charges withdrawn',
    text: 'Charges were withdrawn from the settlement bank.',
    account: 'CHARGES_INCOME',
    operators: 2,
  },
  WRITTEN_OFF: {
    label: 'Written off',
    text: 'The platform bears the loss, or gets back what it had written off.',
    account: 'WRITE_OFF',
    operators: 2,
  },
  SENT_BACK: {
    label: 'Sent back',
    text: 'The bank has booked the same amount the other way: both entries are closed and add up to nothing.',
    account: null,
    operators: 1,
  },
  BOOKED: {
    label: 'Booked manually',
    text: 'Two operators have booked the same amount in the ledger before the entry came.',
    account: null,
    operators: 1,
  },
  KEPT_IN_SUSPENSE: {
    label: 'Kept in suspense',
    text: 'Nobody knows yet whose the money is. The exception can be opened again.',
    account: null,
    operators: 1,
  },
  NOTHING_TO_DO: {
    label: 'Nothing more to do',
    text: 'No money is in suspense, and what the exception asks for is done.',
    account: null,
    operators: 1,
  },
} as const satisfies Readonly<Record<ExceptionOutcome, Outcome>>;

/** Whether money in suspense came in or went out, or none is there. */
export const MONEY_WAYS = ['IN', 'OUT', 'NONE'] as const;
export type MoneyWay = (typeof MONEY_WAYS)[number];

const wayOf = (suspense: number | null): MoneyWay => {
  if (!suspense) return 'NONE';
  return suspense > 0 ? 'IN' : 'OUT';
};

type KindOutcomes = Readonly<Partial<Record<MoneyWay, readonly ExceptionOutcome[]>>>;

/** For exceptions about files, mandates, answers and balances: what happened was settled outside. */
const NOTHING: KindOutcomes = { NONE: ['NOTHING_TO_DO'] };

/** The outcomes that an operator can choose for each kind. Money is in suspense for UNMATCHED alone. */
export const KIND_OUTCOMES: Readonly<Record<ExceptionKind, KindOutcomes>> = {
  UNREADABLE: NOTHING,
  TOO_LARGE: NOTHING,
  CHECKSUM: NOTHING,
  ID_REUSED: NOTHING,
  OTHER_SENDER: NOTHING,
  UNKNOWN_MANDATE: NOTHING,
  OTHER_BANK: NOTHING,
  NOT_ASKED: NOTHING,
  LATE: NOTHING,
  ENDED: NOTHING,
  CONTRADICTION: NOTHING,
  CANCELLATION_REFUSED: NOTHING,
  FAILED: NOTHING,
  UNKNOWN_DEBIT: { NONE: ['MATCHED', 'NOTHING_TO_DO'] },
  OTHER_AMOUNT: NOTHING,
  OTHER_STATUS: NOTHING,
  GROUP_REJECTED: NOTHING,
  OTHER_ACCOUNT: NOTHING,
  OTHER_CURRENCY: NOTHING,
  UNMATCHED: {
    IN: ['MATCHED', 'REPAID', 'BANK_FEES', 'WRITTEN_OFF', 'SENT_BACK', 'KEPT_IN_SUSPENSE'],
    OUT: [
      'MATCHED',
      'OWED',
      'BANK_FEES',
      'DUTY_REMITTED',
      'INCOME_WITHDRAWN',
      'WRITTEN_OFF',
      'SENT_BACK',
      'BOOKED',
      'KEPT_IN_SUSPENSE',
    ],
    NONE: ['NOTHING_TO_DO'],
  },
  BALANCE: NOTHING,
  OPENING_BALANCE: NOTHING,
  STATEMENT_MISSING: NOTHING,
  UNKNOWN: { NONE: ['RESOLVED', 'NOTHING_TO_DO'] },
  UNKNOWN_PAYOUT: { NONE: ['RESOLVED', 'NOTHING_TO_DO'] },
  UNSETTLED: NOTHING,
};

/** The outcomes that an operator can choose for an exception. */
export const outcomesOf = ({
  kind,
  suspense,
}: Pick<ClearingException, 'kind' | 'suspense'>): readonly ExceptionOutcome[] =>
  KIND_OUTCOMES[kind][wayOf(suspense)] ?? [];

/** Why a debit did not happen, or was taken back. */
export interface FailureReason {
  text: string;
  /** What the payer reads, where it is something else. */
  payerText?: string;
  advice: string;
  /** True where the debit can be tried again as it is. */
  retry: boolean;
  /** Codes of banks (ISO 20022, ExternalStatusReason and ExternalReturnReason) that mean it. */
  codes: readonly string[];
  /** What becomes of the mandate; PAUSED after several outcomes with this failure reason in a row (a dated rate). */
  mandate?: 'FAILED' | 'CANCELLED' | 'SUSPENDED' | 'PAUSED';
}

const ASK_PAYER = 'Ask the customer to name another account and to consent to it.';
const TELL_US = 'Nothing can be done here: the operator of the platform looks into it.';

/** What banks say, and what the platform itself finds, in one list. */
export const FAILURE_REASONS = {
  INSUFFICIENT_FUNDS: {
    text: 'Insufficient funds in the account',
    advice: 'Agree on another day with the customer, or try again.',
    retry: true,
    codes: ['AM04'],
  },
  RETRY_LIMIT: {
    text: 'Insufficient funds in the account, and the limit of the mandate leaves no room to try again',
    payerText: 'There was too little money in the account',
    advice:
      'Try it again in a period with room, or change the terms of the mandate: the payer agrees to more.',
    retry: true,
    codes: [],
  },
  WRONG_ACCOUNT: {
    text: 'The bank has no such account',
    advice: ASK_PAYER,
    retry: false,
    codes: ['AC01'],
    mandate: 'FAILED',
  },
  ACCOUNT_CLOSED: {
    text: 'The account is closed',
    advice: ASK_PAYER,
    retry: false,
    codes: ['AC04'],
    mandate: 'CANCELLED',
  },
  ACCOUNT_BLOCKED: {
    text: 'The account is blocked',
    advice: 'The customer settles it with their bank, which then lifts the suspension.',
    retry: false,
    codes: ['AC06'],
    mandate: 'SUSPENDED',
  },
  NOT_PERMITTED: {
    text: 'Direct debits are not permitted on the account',
    advice: ASK_PAYER,
    retry: false,
    codes: ['AG01'],
    mandate: 'FAILED',
  },
  NO_MANDATE: {
    text: 'The bank knows no mandate for the debit',
    advice: 'Make a new mandate and ask the customer to consent.',
    retry: false,
    codes: ['MD01'],
    mandate: 'CANCELLED',
  },
  DISPUTED: {
    text: 'The payer disputes the debit',
    advice: 'Talk to the customer before anything else is collected.',
    retry: false,
    codes: ['MD06'],
    mandate: 'SUSPENDED',
  },
  PAYER_DECEASED: {
    text: 'The account holder has died',
    advice: 'Talk to the family. Nothing more is collected.',
    retry: false,
    codes: ['MD07'],
    mandate: 'CANCELLED',
  },
  REFUSED_BY_PAYER: {
    text: 'The payer has refused the debit',
    advice: 'Talk to the customer. After several refusals in a row the mandate is paused.',
    retry: false,
    codes: ['MS02'],
    mandate: 'PAUSED',
  },
  UNSPECIFIED: {
    text: 'The bank gave no reason',
    advice: 'Ask the customer to ask their bank.',
    retry: false,
    codes: ['MS03'],
  },
  BAD_REQUEST: {
    text: 'Bad request: the bank could not read the debit',
    advice: TELL_US,
    retry: false,
    codes: ['FF01', 'AG02'],
  },
  UNEXPECTED_ERROR: {
    text: 'Unexpected error at the bank or the clearing house',
    advice: 'Collect it manually on another day.',
    retry: false,
    codes: ['TECH', 'TM01'],
  },
  DUPLICATE: {
    text: 'The bank takes it for a duplicate',
    advice: TELL_US,
    retry: false,
    codes: ['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'DUPL'],
  },
  NO_ANSWER: {
    text: 'Timed out: the bank has not answered',
    advice: 'Wait: we are checking with the bank. Nothing is debited a second time meanwhile.',
    retry: false,
    codes: [],
  },
  CONTRADICTED: {
    text: 'The bank has given two answers that can not both be true',
    advice: TELL_US,
    retry: false,
    codes: [],
  },
  ABOVE_LIMIT: {
    text: 'Not allowed: more than the mandate allows',
    advice: 'Collect less, or change the terms of the mandate: the payer agrees to more.',
    retry: false,
    codes: ['AM02'],
  },
  BELOW_CHARGE: {
    text: 'Not allowed: the charge and its duty are higher than the amount',
    advice: 'Collect more at once and less often.',
    retry: false,
    codes: [],
  },
  ABOVE_CAP: {
    text: 'Not allowed: more than one debit may be',
    advice: 'Collect it in parts.',
    retry: false,
    codes: [],
  },
  NO_NOTICE: {
    text: 'Not allowed: the payer could not be told before',
    advice: 'Correct the phone number or email of the customer and collect it manually.',
    retry: false,
    codes: [],
  },
  MANDATE_NOT_ACTIVE: {
    text: 'Not allowed: the mandate is not active',
    advice: 'Resume the mandate or make a new one.',
    retry: false,
    codes: [],
  },
  CUSTOMER_DISABLED: {
    text: 'Not allowed: the customer is disabled',
    payerText: 'The business takes nothing from you at present',
    advice: 'Enable the customer and collect it manually.',
    retry: false,
    codes: [],
  },
  MERCHANT_NOT_ACTIVE: {
    text: 'Not allowed: the business is not active',
    advice: 'Collect it manually once the business is active again.',
    retry: false,
    codes: [],
  },
  BANK_UNAVAILABLE: {
    text: "Not allowed: the payer's bank takes no direct debits now",
    advice: 'Collect it manually once the bank takes direct debits again.',
    retry: false,
    codes: ['CNOR', 'DNOR'],
  },
} as const satisfies Record<string, FailureReason>;

export type FailureReasonName = keyof typeof FAILURE_REASONS;

export const FAILURE_REASON_NAMES = Object.keys(FAILURE_REASONS).filter(
  (name): name is FailureReasonName => name in FAILURE_REASONS,
);

export const getFailureReason = (name: FailureReasonName): FailureReason => FAILURE_REASONS[name];

/** True of causes that say nothing about the payer or the account: technical ones, and no reason at all. */
export const isVague = (name: FailureReasonName) =>
  ['UNSPECIFIED', 'UNEXPECTED_ERROR', 'BAD_REQUEST'].includes(name);

/** What a bank's code means; an unknown code is UNSPECIFIED. */
export function failureReasonOfCode(code: string | null): FailureReasonName {
  const known = code?.toUpperCase() ?? '';
  return (
    FAILURE_REASON_NAMES.find((name) => getFailureReason(name).codes.includes(known)) ??
    'UNSPECIFIED'
  );
}

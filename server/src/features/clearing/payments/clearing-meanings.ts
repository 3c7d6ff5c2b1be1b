import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';

export type Meaning = 'IN_PROGRESS' | 'ACCEPTED' | 'REJECTED';

/**
 * The statuses of an item or a file (ISO 20022, ExternalPaymentTransactionStatus1Code, all of them). What is
 * given in words can not become of a debit or payout by itself: an operator asks what has happened.
 */
const STATUSES: Readonly<Record<string, Meaning | { says: string }>> = {
  RCVD: 'IN_PROGRESS',
  PDNG: 'IN_PROGRESS',
  ACTC: 'IN_PROGRESS',
  ACCP: 'IN_PROGRESS',
  ACFC: 'IN_PROGRESS',
  ACSP: 'IN_PROGRESS',
  ACWC: 'IN_PROGRESS',
  // The bank of the creditor has it and has not posted it.
  ACWP: 'IN_PROGRESS',
  // It has left the bank of the debtor and is with the clearing.
  ACPD: 'IN_PROGRESS',
  // Somebody at the bank of the debtor still has to agree.
  ACFW: 'IN_PROGRESS',
  PATC: 'IN_PROGRESS',
  // The payer's name is compared with the account.
  RCVC: 'IN_PROGRESS',
  RVCM: 'IN_PROGRESS',
  RVMC: 'IN_PROGRESS',
  RVNA: 'IN_PROGRESS',
  RVNC: 'IN_PROGRESS',
  RVNM: 'IN_PROGRESS',
  ACSC: 'ACCEPTED',
  ACCC: 'ACCEPTED',
  RJCT: 'REJECTED',
  CANC: { says: 'that it was cancelled, which nobody here has asked for' },
  BLCK: { says: 'that its money is blocked: it is neither paid nor given back' },
  ACIS: { says: 'that a cheque was issued' },
  CPUC: { says: 'that cash was picked up' },
  PRES: { says: 'that a request for payment was shown to the payer' },
};

/** What a status says of an item or a file of ours, or why an operator must look at it. */
export function meaningOf(status: string): Meaning | Rejection {
  const found = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  if (typeof found === 'string') return found;
  const explanation = found
    ? `The status ${status} says ${found.says}. Nothing was changed. Ask what has happened.`
    : `The status ${status.slice(0, 10)} is not known here. Nothing was changed. Ask what it means.`;
  return { kind: 'OTHER_STATUS', explanation };
}

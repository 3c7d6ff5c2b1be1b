import type { ApprovalAction, DecisionInput, RequestState } from '@tegeka/contract/approvals.ts';

/** What is put up for approval, in words. */
export const ACTION_WORDS: Record<ApprovalAction, string> = {
  MERCHANT_REGISTRATION: 'New business',
  MERCHANT_CHANGE: 'Change of data',
};

/** What the marks in a request stand against. */
export const MARKED_WORDS: Record<ApprovalAction, string> = {
  MERCHANT_REGISTRATION: 'Changed since the attempt before',
  MERCHANT_CHANGE: 'Asked to be changed',
};

/** What an approval leads to. */
export const APPROVAL_WORDS: Record<ApprovalAction, string> = {
  MERCHANT_REGISTRATION:
    'With the last approval that is needed, the business is active and told by email.',
  MERCHANT_CHANGE:
    'With the last approval that is needed, the new data hold at once and the business is told by email.',
};

/** What a rejection leads to. */
export const REJECTION_WORDS: Record<ApprovalAction, string> = {
  MERCHANT_REGISTRATION: 'This is final for this registration. The business is told by email.',
  MERCHANT_CHANGE:
    'Everything stays as it is registered. The business is told by email and can ask for another change.',
};

/** The state of a request in the badge words of the specification (4.4). */
export const STATE_WORDS: Record<RequestState, string> = {
  PENDING: 'PENDING',
  APPROVED: 'APPROVED',
  EXECUTED: 'COMPLETED',
  EXECUTION_FAILED: 'FAILED',
  REJECTED: 'REJECTED',
  WITHDRAWN: 'WITHDRAWN',
  EXPIRED: 'EXPIRED',
};

/** What a decision was, in words. */
export const DECISION_WORDS: Record<DecisionInput['decision'], string> = {
  APPROVE: 'Approved',
  REQUEST_CORRECTION: 'Asked for corrections',
  REJECT: 'Rejected',
};

/** What can be done, by what it does. */
export const DECISION_ACTIONS: Record<DecisionInput['decision'], string> = {
  APPROVE: 'Approve',
  REQUEST_CORRECTION: 'Ask for corrections',
  REJECT: 'Reject',
};

import type { DecisionInput, RequestState } from '@tegeka/contract/approvals.ts';

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

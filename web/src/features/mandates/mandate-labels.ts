import type { ConsentWay } from '@tegeka/contract/mandates/mandates.ts';

/** How a payer agrees, in words. */
export const WAY_WORDS: Record<ConsentWay, string> = {
  PAGE: 'On a page, by link',
  SMS: 'By answering an SMS',
  FORM: 'On a signed form',
};

/** The states of a mandate in words. */
export const STATE_WORDS: Readonly<Record<string, string>> = {
  GENERATED: 'Not sent',
  PENDING_VERIFICATION: 'Waits for payer',
  PENDING_APPROVAL: 'Waits for bank',
  REGISTERED: 'Registered',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  SUSPENDED: 'Suspended',
  COMPLETED: 'Completed',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
  REJECTED: 'Rejected',
  FAILED: 'Failed',
};

/** The states in which a mandate has ended. */
export const ENDED = ['COMPLETED', 'EXPIRED', 'CANCELLED', 'REJECTED', 'FAILED'] as const;

/** What happened to a mandate, in words; a change of state by the state that it led to. */
export const EVENT_WORDS: Readonly<Record<string, string>> = {
  CREATED: 'Made',
  SENT: 'Sent again',
  REMINDED: 'Reminded',
  ...STATE_WORDS,
};

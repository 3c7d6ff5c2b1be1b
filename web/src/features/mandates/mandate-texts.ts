import { type ConsentWay, MANDATE_STATE_WORDS } from '@tegeka/contract/mandates/mandates.ts';

export const WAY_WORDS: Record<ConsentWay, string> = {
  PAGE: 'On a page, by link',
  SMS: 'By answering an SMS',
  FORM: 'On a signed form',
};

/** What happened to a mandate, in words; a change of state by the state that it led to. */
export const EVENT_WORDS: Readonly<Record<string, string>> = {
  CREATED: 'Made',
  SENT: 'Sent again',
  REMINDED: 'Reminded',
  ...MANDATE_STATE_WORDS,
};

export const ENDED = ['COMPLETED', 'EXPIRED', 'CANCELLED', 'REJECTED', 'FAILED'] as const;

/** What a list says where there is nothing in a state. */
export const NOTHING_IN = {
  GENERATED: {
    heading: 'Every payer was asked',
    text: 'A mandate is listed here until its payer is asked for the first time.',
  },
  PENDING_VERIFICATION: {
    heading: 'No payer has to answer',
    text: 'A mandate is listed here from the question to the answer, until 7 days after the last message.',
  },
  PENDING_APPROVAL: {
    heading: 'No bank has to decide',
    text: "A mandate is listed here until the payer's bank has confirmed or refused it.",
  },
  SUSPENDED: {
    heading: 'No suspended mandates',
    text: 'A mandate that the bank, the payer or an operator suspends is listed here until they lift it.',
  },
};

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

import { linkOptions } from '@tanstack/react-router';
import {
  type ConsentWay,
  type Mandate,
  MANDATE_STATE_WORDS,
} from '@tegeka/contract/mandates/mandates.ts';
import type { ListColumn } from '#ui/list/list-definition.ts';

export const WAY_WORDS: Record<ConsentWay, string> = {
  PAGE: 'On a page, by link',
  SMS: 'By answering an SMS',
  FORM: 'On a signed form',
};

/** Labels of events in the history; a change of state is named by its new state. */
export const EVENT_WORDS: Readonly<Record<string, string>> = {
  CREATED: 'Made',
  SENT: 'Sent again',
  REMINDED: 'Reminded',
  ...MANDATE_STATE_WORDS,
};

export const ENDED = ['COMPLETED', 'EXPIRED', 'CANCELLED', 'REJECTED', 'FAILED'] as const;

/** Texts of the empty list, by state. */
const NOTHING_IN = {
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

type Listed = Pick<
  Mandate,
  'reference' | 'bank' | 'maxPerDebit' | 'nextDueDay' | 'state' | 'createdAt'
>;

/** Columns that the lists of merchants, banks and operators share. */
export const COLUMNS = {
  reference: { name: 'reference', label: 'Reference', value: ({ reference }) => reference },
  bank: { name: 'bank', label: 'Bank', value: ({ bank }) => bank?.name ?? null },
  limit: {
    name: 'limit',
    label: 'Most per debit',
    kind: 'money',
    value: ({ maxPerDebit }) => maxPerDebit,
  },
  due: {
    name: 'due',
    label: 'Due by the schedule',
    kind: 'date',
    value: ({ nextDueDay }) => nextDueDay,
  },
  state: { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => state },
  made: {
    name: 'made',
    label: 'Made',
    kind: 'date',
    value: ({ createdAt }) => createdAt,
    sort: 'createdAt',
  },
} as const satisfies Record<string, ListColumn<Listed>>;

export const MANDATES = {
  path: '/dashboard/mandates',
  one: 'mandate',
  many: 'mandates',
  icon: 'mandates',
  link: ({ id }: { id: string }) =>
    linkOptions({ to: '/dashboard/mandates/$mandateId', params: { mandateId: id } }),
  stateWords: MANDATE_STATE_WORDS,
  nothingIn: NOTHING_IN,
} as const;

/** Rows of a card: the debited account, and how its owner consents. */
export const accountRows = ({
  bank,
  accountName,
  accountLastFour,
  consentWay,
}: Pick<Mandate, 'bank' | 'accountName' | 'accountLastFour' | 'consentWay'>): [
  label: string,
  value: string,
][] => [
  ['Bank', bank?.name ?? 'not known yet'],
  ['Account', accountLastFour === null ? 'not known yet' : `•••• ${accountLastFour}`],
  ['Name on the account', accountName ?? 'not known yet'],
  ['How they agree', WAY_WORDS[consentWay]],
];

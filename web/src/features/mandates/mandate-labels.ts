import {
  type ConsentWay,
  type Mandate,
  MANDATE_STATE_LABELS,
} from '@tegeka/contract/mandates/mandates.ts';
import { mandateLink } from '#platform/router/entity-links.ts';
import type { ListColumn } from '#ui/list/list-definition.ts';

export const WAY_LABELS: Record<ConsentWay, string> = {
  PAGE: 'On a page, by link',
  SMS: 'By answering an SMS',
  FORM: 'On a signed form',
};

/** Labels of events in the history; a change of state is named by its new state. */
export const EVENT_LABELS: Readonly<Record<string, string>> = {
  CREATED: 'Created',
  SENT: 'Sent again',
  REMINDED: 'Reminded',
  ...MANDATE_STATE_LABELS,
};

export const ENDED = ['COMPLETED', 'EXPIRED', 'CANCELLED', 'REJECTED', 'FAILED'] as const;

/** Texts of the empty list, by state. */
const NOTHING_IN = {
  GENERATED: {
    heading: 'All requests are sent',
    text: 'Mandates are listed here until their first request is sent.',
  },
  PENDING_VERIFICATION: {
    heading: 'No requests waiting for customers',
    text: 'Mandates are listed here from the request to the answer, for up to 7 days after the last message.',
  },
  PENDING_APPROVAL: {
    heading: 'No mandates waiting for banks',
    text: "Mandates are listed here until the customer's bank has confirmed or rejected them.",
  },
  SUSPENDED: {
    heading: 'No suspended mandates',
    text: 'Mandates suspended by a bank or an operator are listed here until the suspension is lifted.',
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
    label: 'Maximum per debit',
    kind: 'money',
    value: ({ maxPerDebit }) => maxPerDebit,
  },
  due: {
    name: 'due',
    label: 'Next due',
    kind: 'date',
    value: ({ nextDueDay }) => nextDueDay,
  },
  state: { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => state },
  made: {
    name: 'made',
    label: 'Created',
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
  link: ({ id }: { id: string }) => mandateLink(id),
  stateLabels: MANDATE_STATE_LABELS,
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
  ['How they agree', WAY_LABELS[consentWay]],
];

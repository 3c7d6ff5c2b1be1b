import { FAILURE_REASON_NAMES, getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import type { DebitView } from '@tegeka/contract/debits/debit-views.ts';
import { debitLink } from '#platform/router/entity-links.ts';
import type { ListColumn } from '#ui/list/list-definition.ts';
import type { ListFilter } from '#ui/list/list-query.ts';
import { reasonOf } from './debit-labels.ts';

/** Below the charge until the debit is booked; once a row, since duty and net follow from it. */
const estimated = ({ chargeIsEstimate }: DebitView) =>
  chargeIsEstimate === true ? '(estimated)' : null;

const COLUMNS = {
  customer: {
    label: 'Customer',
    value: ({ customerName }) => customerName,
    sub: ({ reference }) => reference,
  },
  merchant: {
    label: 'Merchant',
    value: ({ merchantName }) => merchantName,
    sub: ({ merchantBankName }) => merchantBankName,
  },
  bank: { label: "Customer's bank", value: ({ customerBankName }) => customerBankName },
  amount: { label: 'Amount', kind: 'money', value: ({ amount }) => amount, sort: 'amount' },
  charge: {
    label: 'Charge',
    kind: 'negated',
    value: (row) => row.transactionCharge,
    sub: estimated,
  },
  duty: {
    label: 'Excise duty',
    kind: 'negated',
    value: ({ exciseDuty }) => exciseDuty,
  },
  net: { label: 'Net', kind: 'money', value: ({ net }) => net },
  day: {
    label: 'Day',
    kind: 'date',
    value: ({ collectionDay }) => collectionDay,
    sort: 'collectionDay',
    phone: 'about',
  },
  state: {
    label: 'Status',
    kind: 'state',
    value: (row) => row.transactionStatus,
    sub: ({ dispute }) => (dispute === 'OPEN' ? 'Disputed' : null),
  },
  reason: { label: 'Reason', value: reasonOf },
  mandate: { label: 'Mandate', value: ({ mandate }) => mandate.reference },
  made: { label: 'Created', kind: 'moment', value: ({ createdAt }) => createdAt },
} as const satisfies Record<string, Omit<ListColumn<DebitView>, 'name'>>;

/** Columns in this order; `hidden` ones are off until somebody chooses them. */
export const columnsOf = (
  names: readonly (keyof typeof COLUMNS)[],
  hidden = false,
): ListColumn<DebitView>[] => names.map((name) => ({ name, ...COLUMNS[name], hidden }));

/** Texts of the empty list, by state. */
const NOTHING_IN = {
  PENDING: {
    heading: 'Nothing waits',
    text: 'A debit is listed here until it is sent to the bank: a few days before its day.',
  },
  FAILED: {
    heading: 'Nothing has failed',
    text: 'What a bank refuses is listed here with its reason and what you can do.',
  },
  RETURNED: {
    heading: 'Nothing was returned',
    text: 'Money that a bank takes back after it has come is listed here.',
  },
  UNKNOWN: {
    heading: 'Every bank has answered',
    text: 'A debit is listed here while its bank has not said what became of it. It is never debited a second time meanwhile.',
  },
};

export const FILTERS: readonly ListFilter[] = [
  { kind: 'days', from: 'dayFrom', to: 'dayTo', label: 'Day' },
  { kind: 'amounts', from: 'amountFrom', to: 'amountTo', label: 'Amount' },
  {
    kind: 'select',
    key: 'failureReason',
    label: 'Failure reason',
    options: FAILURE_REASON_NAMES.map((value) => ({ value, label: getFailureReason(value).text })),
  },
  {
    // An accepted one that is still settled waits for the return of the bank.
    kind: 'select',
    key: 'dispute',
    label: 'Dispute',
    options: [
      { value: 'ANY', label: 'Disputed' },
      { value: 'OPEN', label: 'Open' },
      { value: 'ACCEPTED', label: 'Accepted by the bank' },
      { value: 'REFUSED', label: 'Refused by the bank' },
      { value: 'LAPSED', label: 'Not decided in time' },
    ],
  },
];

export const TRANSACTIONS = {
  path: '/dashboard/mandates/transactions',
  one: 'transaction',
  many: 'transactions',
  icon: 'transactions',
  link: ({ id }: { id: string }) => debitLink(id),
  rareStates: ['UNKNOWN', 'RETURNED', 'CANCELLED', 'REJECTED'],
  nothingIn: NOTHING_IN,
  filterTabs: [{ key: 'dispute', value: 'ANY', label: 'Disputed' }],
} as const;

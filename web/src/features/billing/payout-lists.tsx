import { exportAllPayouts, listAllPayouts } from '@tegeka/contract/payouts/payout-views.ts';
import {
  exportPayouts,
  listPayouts,
  type Payout,
  PAYOUT_LABELS,
} from '@tegeka/contract/payouts/payouts.ts';
import { payoutLink } from '#platform/router/entity-links.ts';
import { defineList, type ListColumn } from '#ui/list/list-definition.ts';

const COLUMNS: readonly ListColumn<Payout>[] = [
  { name: 'reference', label: 'Reference', value: ({ reference }) => reference },
  { name: 'amount', label: 'Amount', kind: 'money', value: ({ amount }) => amount },
  {
    name: 'account',
    label: 'Account',
    value: ({ bankName, accountLastFour }) => `${bankName} •••• ${accountLastFour}`,
  },
  { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => state },
  {
    name: 'made',
    label: 'Created',
    kind: 'moment',
    value: ({ createdAt }) => createdAt,
    sort: 'createdAt',
  },
  { name: 'reason', label: 'Reason', value: ({ reason }) => reason, hidden: true },
];

const LIST = {
  path: '/dashboard/billing',
  one: 'payout',
  many: 'payouts',
  icon: 'revenue',
  stateLabels: PAYOUT_LABELS,
  rareStates: ['UNKNOWN', 'REJECTED', 'BOUNCED'],
  link: ({ id }: Payout) => payoutLink(id),
} as const;

export const payoutList = defineList(listPayouts, {
  ...LIST,
  columns: COLUMNS,
  filters: [
    {
      kind: 'select',
      key: 'inTransit',
      label: 'On its way',
      options: [{ value: 'YES', label: 'Yes' }],
    },
  ],
  export: exportPayouts,
});

const [REFERENCE, ...OTHERS] = COLUMNS;

export const allPayouts = defineList(listAllPayouts, {
  ...LIST,
  columns: [
    ...(REFERENCE ? [REFERENCE] : []),
    { name: 'merchant', label: 'Merchant', value: ({ merchantName }) => merchantName },
    ...OTHERS,
  ],
  searches: 'references',
  export: exportAllPayouts,
});

import { linkOptions } from '@tanstack/react-router';
import {
  exportMandates,
  listMandates,
  MANDATE_STATE_WORDS,
} from '@tegeka/contract/mandates/mandates.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { ENDED, NOTHING_IN } from './mandate-texts.ts';

export const mandateList = defineList(listMandates, {
  path: '/dashboard/mandates',
  one: 'mandate',
  many: 'mandates',
  icon: 'mandates',
  columns: [
    { name: 'reference', label: 'Reference', value: ({ reference }) => reference },
    { name: 'customer', label: 'Customer', value: ({ customer }) => customer.name },
    { name: 'product', label: 'Product', value: ({ product }) => product?.name ?? null },
    {
      name: 'limit',
      label: 'Most per debit',
      kind: 'money',
      value: ({ maxPerDebit }) => maxPerDebit,
    },
    {
      name: 'due',
      label: 'Due by the schedule',
      kind: 'date',
      value: ({ nextDueDay }) => nextDueDay,
      sort: 'nextDueDay',
    },
    { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => state },
    { name: 'bank', label: 'Bank', value: ({ bank }) => bank?.name ?? null, hidden: true },
    {
      name: 'made',
      label: 'Made',
      kind: 'date',
      value: ({ createdAt }) => createdAt,
      sort: 'createdAt',
      hidden: true,
    },
  ],
  link: ({ id }) =>
    linkOptions({ to: '/dashboard/mandates/$mandateId', params: { mandateId: id } }),
  searches: 'references and customers',
  stateWords: MANDATE_STATE_WORDS,
  nothingIn: NOTHING_IN,
  rareStates: ['GENERATED', 'REGISTERED', 'PAUSED', 'SUSPENDED', ...ENDED],
  filters: [
    { kind: 'lookup', key: 'customerId', label: 'Customer', lookup: 'customers' },
    { kind: 'lookup', key: 'productId', label: 'Product', lookup: 'products' },
    { kind: 'select', key: 'bankId', label: 'Bank', choices: 'banks' },
    { kind: 'days', from: 'dueFrom', to: 'dueTo', label: 'Due day' },
  ],
  export: exportMandates,
});

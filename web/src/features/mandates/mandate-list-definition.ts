import { exportMandates, listMandates } from '@tegeka/contract/mandates/mandates.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { COLUMNS, ENDED, MANDATES } from './mandate-labels.ts';

export const mandateList = defineList(listMandates, {
  ...MANDATES,
  columns: [
    COLUMNS.reference,
    { name: 'customer', label: 'Customer', value: ({ customer }) => customer.name },
    { name: 'product', label: 'Product', value: ({ product }) => product?.name ?? null },
    COLUMNS.limit,
    { ...COLUMNS.due, sort: 'nextDueDay' },
    COLUMNS.state,
    { ...COLUMNS.bank, hidden: true },
    { ...COLUMNS.made, hidden: true },
  ],
  searches: 'references and customers',
  rareStates: ['GENERATED', 'REGISTERED', 'PAUSED', 'SUSPENDED', ...ENDED],
  filters: [
    { kind: 'lookup', key: 'customerId', label: 'Customer', lookup: 'customers' },
    { kind: 'lookup', key: 'productId', label: 'Product', lookup: 'products' },
    { kind: 'select', key: 'bankId', label: 'Bank', choices: 'banks' },
    { kind: 'days', from: 'dueFrom', to: 'dueTo', label: 'Due day' },
  ],
  export: exportMandates,
});

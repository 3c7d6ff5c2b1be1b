import { exportCustomers, listCustomers } from '@tegeka/contract/customers/customers.ts';
import { defineList, type ListView } from '#ui/list/list-definition.ts';
import type { ListSearch } from '#ui/list/list-search.ts';
import { customerList } from '#features/customers/customer-list.tsx';
import { type amina, MERCHANT_ID } from './gallery-answers.ts';
import { nothing } from './gallery-example.tsx';

/** A list with every kind of filter. */
export const galleryList = defineList(listCustomers, {
  ...customerList,
  export: exportCustomers,
  filters: [
    { kind: 'select', key: 'kind', label: 'Kind', options: [{ value: 'a', label: 'Regular' }] },
    { kind: 'select', key: 'bank', label: 'Bank', choices: 'banks' },
    { kind: 'lookup', key: 'product', label: 'Product', lookup: 'products' },
    { kind: 'text', key: 'reference', label: 'Reference' },
    { kind: 'days', from: 'addedFrom', to: 'addedTo', label: 'Added' },
    { kind: 'amounts', from: 'amountFrom', to: 'amountTo', label: 'Amount' },
  ],
});

/** The list as an address would show it. */
export const viewOf = (
  search: ListSearch = {},
): ListView<typeof amina, { merchantId: string }> => ({
  list: galleryList,
  params: { merchantId: MERCHANT_ID },
  search,
  go: nothing,
});

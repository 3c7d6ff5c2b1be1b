import { CUSTOMER_IMPORT } from '@tegeka/contract/customers/customer-imports.ts';
import { CUSTOMER, CUSTOMER_STATES, listCustomers } from '@tegeka/contract/customers/customers.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { keysOf } from '@tegeka/contract/kit/fields.ts';
import type { FeatureSearch } from '#platform/feature.ts';
import type { ExportColumn } from '#platform/lists/list-export.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { customerOf, type CustomerRow, customerRows } from './customers-store.ts';

export const CUSTOMER_LIST = listSource({
  endpoint: listCustomers,
  entity: 'customers',
  states: CUSTOMER_STATES,
  rows: customerRows,
  item: customerOf,
  id: 'customers.id',
  state: 'customers.state',
  sorts: {
    // Ids rise with the time of creation.
    createdAt: ['customers.id'],
    name: ['customers.name_key'],
    customerReferenceNumber: ['customers.reference_key'],
  },
});

export const CUSTOMER_SEARCH: FeatureSearch = {
  entity: 'customers',
  label: 'Customers',
  domains: ['MERCHANT'],
  permission: 'customers.read',
  read: async (tx, ids) => {
    const rows = await customerRows(tx).where('id', 'in', ids).execute();
    return rows.map(({ id, firstName, middleName, lastName, ...row }) => ({
      noun: CUSTOMER.entity,
      id,
      title: [firstName, middleName, lastName].filter(Boolean).join(' '),
      sub: row.customerReferenceNumber,
      state: row.status,
      path: `/dashboard/customers/${id}`,
    }));
  },
};

/** A cell of an import: the digits of a phone in two groups, which spreadsheets leave alone. */
function cellOf(row: CustomerRow, column: keyof typeof CUSTOMER_IMPORT.columns): string | null {
  const text = row[column];
  return column === 'phoneNumber' ? (text?.replace(/^\+256(\d{3})/, '0$1 ') ?? null) : text;
}

/** The columns of an export: those of an import first. */
export const CUSTOMER_EXPORT: readonly ExportColumn<CustomerRow>[] = [
  ...keysOf(CUSTOMER_IMPORT.columns).map((column) => {
    const { label } = CUSTOMER_IMPORT.columns[column];
    return { label, text: (row: CustomerRow) => cellOf(row, column) };
  }),
  { label: 'Status', text: (row) => row.status },
  { label: 'Added on', text: (row) => isoDay(row.createdAt) },
  { label: 'Changed on', text: (row) => isoDay(row.updatedAt) },
];

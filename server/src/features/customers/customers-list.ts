import { CUSTOMER_IMPORT } from '@tegeka/contract/customers/customer-imports.ts';
import { CUSTOMER, CUSTOMER_STATES, listCustomers } from '@tegeka/contract/customers/customers.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { FeatureSearch } from '#platform/feature.ts';
import type { ExportColumn } from '#platform/lists/list-export.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { CUSTOMER_COLUMNS, customerOf, type CustomerRow } from './customers-store.ts';

export const CUSTOMER_LIST = listSource({
  endpoint: listCustomers,
  entity: 'customers',
  states: CUSTOMER_STATES,
  rows: (tx) => tx.selectFrom('customers').select(CUSTOMER_COLUMNS),
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
    const rows = await CUSTOMER_LIST.rows(tx).where('id', 'in', ids).execute();
    return rows.map((row) => ({
      noun: CUSTOMER.entity,
      id: row.id,
      title: [row.first_name, row.middle_name, row.last_name].filter(Boolean).join(' '),
      sub: row.reference,
      state: row.state,
      path: `/dashboard/customers/${row.id}`,
    }));
  },
};

/** Digits in two groups: spreadsheets leave them alone, and they can be imported again. */
function phoneText(phone: string | null): string | null {
  return phone && `0${phone.slice(4, 7)} ${phone.slice(7)}`;
}

/** The columns of an export: those of an import first. */
export const CUSTOMER_EXPORT: readonly ExportColumn<CustomerRow>[] = [
  { label: CUSTOMER_IMPORT.columns.firstName.label, text: (row) => row.first_name },
  { label: CUSTOMER_IMPORT.columns.middleName.label, text: (row) => row.middle_name },
  { label: CUSTOMER_IMPORT.columns.lastName.label, text: (row) => row.last_name },
  { label: CUSTOMER_IMPORT.columns.phoneNumber.label, text: (row) => phoneText(row.phone) },
  { label: CUSTOMER_IMPORT.columns.email.label, text: (row) => row.email },
  { label: CUSTOMER_IMPORT.columns.customerReferenceNumber.label, text: (row) => row.reference },
  { label: 'Status', text: (row) => row.state },
  { label: 'Added on', text: (row) => isoDay(row.created_at) },
  { label: 'Changed on', text: (row) => isoDay(row.updated_at) },
];

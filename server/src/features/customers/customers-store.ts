import { CUSTOMER_IMPORT } from '@tegeka/contract/customers/customer-imports.ts';
import { CUSTOMER, type Customer, listCustomers } from '@tegeka/contract/customers/customers.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { keysOf } from '@tegeka/contract/kit/fields.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ImportSource } from '#features/imports/imports-kind.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ExportColumn } from '#platform/lists/list-export.ts';
import { listSearch, readItems } from '#platform/lists/list-items.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { refuse } from '#platform/http/refusal.ts';
import { expectState } from '#platform/state/transition.ts';

/** Customers as the contract names their fields. */
const customerRows = (tx: Tx) =>
  tx
    .selectFrom('customers')
    .select(['id', 'first_name as firstName', 'middle_name as middleName'])
    .select(['last_name as lastName', 'phone as phoneNumber', 'email'])
    .select(['reference as customerReferenceNumber', 'state as status', 'revision as version'])
    .select(['created_at as createdAt', 'updated_at as updatedAt']);

type CustomerRow = Awaited<ReturnType<ReturnType<typeof customerRows>['execute']>>[number];

function customerOf({ status, createdAt, updatedAt, ...row }: CustomerRow): Customer {
  return {
    ...row,
    status: expectState(CUSTOMER, status),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export const CUSTOMER_LIST = listSource({
  endpoint: listCustomers,
  entity: 'customers',
  states: CUSTOMER.states,
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

export const CUSTOMER_SEARCH = listSearch(CUSTOMER_LIST, {
  label: 'Customers',
  noun: CUSTOMER.entity,
  path: '/dashboard/customers',
  hit: ({ firstName, middleName, lastName, customerReferenceNumber: sub, status: state }) => {
    return { title: [firstName, middleName, lastName].filter(Boolean).join(' '), sub, state };
  },
});

/** Digits in two groups: spreadsheets leave them alone, and they can be imported again. */
const phoneText = (phone: string) => phone.replace(/^\+256(\d{3})/, '0$1 ');

/** The columns of an export: those of an import first. */
export const CUSTOMER_EXPORT: readonly ExportColumn<CustomerRow>[] = [
  ...keysOf(CUSTOMER_IMPORT.columns).map((column) => ({
    label: CUSTOMER_IMPORT.columns[column].label,
    text: ({ [column]: text }: CustomerRow) =>
      text !== null && column === 'phoneNumber' ? phoneText(text) : text,
  })),
  { label: 'Status', text: (row) => row.status },
  { label: 'Added on', text: (row) => isoDay(row.createdAt) },
  { label: 'Changed on', text: (row) => isoDay(row.updatedAt) },
];

/** A customer by id; `lock` keeps others from changing it. Refuses NOT_FOUND. */
export async function readCustomer(tx: Tx, id: string, lock?: 'lock'): Promise<Customer> {
  const row = await customerRows(tx)
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => refuse('NOT_FOUND'));
  return customerOf(row);
}

/** Customers by their ids; one that this transaction may not see is left out. */
export async function readCustomers(tx: Tx, ids: string[]): Promise<Map<string, Customer>> {
  const customers = await readItems(tx, CUSTOMER_LIST, ids);
  return new Map(customers.map((customer) => [customer.id, customer]));
}

/** A merchant's customers with what mandates depend on: a subquery for statements of other features. */
export function customersOf(organizationId: string): RawBuilder<unknown> {
  return sql`select id, reference, phone, state from customers
    where organization_id = ${organizationId}`;
}

/**
 * Inserts customers from a subquery with `row_number`, and `customer` as JSON. Returns how many. Their ids are
 * UUIDs (version 7) of the time `at`, in the order of the rows.
 */
export async function insertCustomerRows(
  tx: Tx,
  rows: RawBuilder<unknown>,
  { id, organizationId, at }: Pick<ImportSource, 'id' | 'organizationId' | 'at'>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into customers (organization_id, id, first_name, middle_name, last_name, phone, email,
      reference, state, revision, source_id, created_at, updated_at)
    select ${organizationId}, uuidv7(${at}::timestamptz - now()), customer ->> 'firstName',
      customer ->> 'middleName', customer ->> 'lastName', customer ->> 'phoneNumber',
      customer ->> 'email', customer ->> 'customerReferenceNumber', 'ACTIVE', 1, ${id}, ${at}::timestamptz, ${at}::timestamptz
    from (${rows}) r order by row_number`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** True of rows with a `customer_id` whose customer is not disabled: a condition. */
export function isCustomerActive(table: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from customers c
    where c.organization_id = ${sql.ref(`${table}.organization_id`)}
      and c.id = ${sql.ref(`${table}.customer_id`)} and c.state = 'ACTIVE')`;
}

/** The name of a mandate's customer: a subquery for statements about rows with a `customer_id`. */
export function customerNameOf(table: string): RawBuilder<string> {
  return sql<string>`(select concat_ws(' ', c.first_name, c.middle_name, c.last_name) from customers c
    where c.organization_id = ${sql.ref(`${table}.organization_id`)}
      and c.id = ${sql.ref(`${table}.customer_id`)})`;
}

/** The keys of the customers with a phone, in all organizations: a subquery. */
export function customersWithPhone(phone: string): RawBuilder<unknown> {
  return sql`select c.organization_id, c.id from customers c where c.phone = ${phone}`;
}

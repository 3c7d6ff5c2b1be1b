import { CUSTOMER, type Customer } from '@tegeka/contract/customers/customers.ts';
import type { CustomerInput } from '@tegeka/contract/customers/customer-writing.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ImportSource } from '#features/imports/imports-kind.ts';
import { IMPORTED_FILES } from '#features/imports/imports-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Condition } from '#platform/lists/list-source.ts';
import { findHits, parseSearch } from '#platform/lists/search-words.ts';
import { refuse, refuseTaken } from '#platform/http/refusal.ts';
import { expectState } from '#platform/state/transition.ts';

/** Customers as the contract names their fields. */
export const customerRows = (tx: Tx) =>
  tx
    .selectFrom('customers')
    .select(['id', 'first_name as firstName', 'middle_name as middleName'])
    .select(['last_name as lastName', 'phone as phoneNumber', 'email'])
    .select(['reference as customerReferenceNumber', 'state as status', 'revision as version'])
    .select(['created_at as createdAt', 'updated_at as updatedAt']);

export type CustomerRow = Awaited<ReturnType<ReturnType<typeof customerRows>['execute']>>[number];

export function customerOf({ status, createdAt, updatedAt, ...row }: CustomerRow): Customer {
  return {
    ...row,
    status: expectState(CUSTOMER, status),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function columnsOf(input: CustomerInput) {
  return {
    first_name: input.firstName,
    middle_name: input.middleName,
    last_name: input.lastName,
    phone: input.phoneNumber,
    email: input.email,
    reference: input.customerReferenceNumber,
  };
}

/** A customer by id, locked for whoever is changing it. Refuses NOT_FOUND. */
export async function readCustomer(tx: Tx, id: string, lock?: 'lock'): Promise<Customer> {
  const row = await customerRows(tx)
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return customerOf(row);
}

/** Customers by their ids; one that this transaction may not see is left out. */
export async function readCustomers(tx: Tx, ids: string[]): Promise<Map<string, Customer>> {
  const rows = await customerRows(tx)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, customerOf(row)]));
}

const orTaken = refuseTaken({
  customers_reference_once: [
    'REFERENCE_TAKEN',
    'customerReferenceNumber',
    'Another customer has this reference number already.',
  ],
});

/** Inserts a customer who was typed in. Refuses REFERENCE_TAKEN. */
export async function insertCustomer(
  tx: Tx,
  customer: { id: string; organizationId: string; input: CustomerInput; at: Date },
): Promise<Customer> {
  const { id, organizationId: organization_id, input, at } = customer;
  const first = { state: 'ACTIVE', revision: 1, created_at: at, updated_at: at };
  const row = { ...columnsOf(input), ...first, id, organization_id };
  await tx.insertInto('customers').values(row).execute().catch(orTaken);
  return readCustomer(tx, id);
}

/** Changes a customer that is locked. Refuses REFERENCE_TAKEN. */
export async function changeCustomer(
  tx: Tx,
  id: string,
  input: CustomerInput,
  at: Date,
): Promise<Customer> {
  await tx
    .updateTable('customers')
    .set((eb) => ({ ...columnsOf(input), revision: eb('revision', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()
    .catch(orTaken);
  return readCustomer(tx, id);
}

/** The file that a customer came in, as the beginning of their history; no row where they were typed in. */
export function customerOrigin(id: string): RawBuilder<unknown> {
  return sql`select c.created_at as at, i.by, i.source from customers c
    join ${IMPORTED_FILES} i on i.organization_id = c.organization_id and i.id = c.source_id
    where c.id = ${id}`;
}

/** A merchant's customers with what mandates depend on: a subquery for statements of other features. */
export function customersOf(organizationId: string): RawBuilder<unknown> {
  return sql`select id, reference, phone, state from customers
    where organization_id = ${organizationId}`;
}

/**
 * Makes customers of the rows of a subquery: `row_number`, and `customer` as JSON; gives how many.
 * Ids rise in the order of the rows, from the moment that the customers are said to be of.
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

/** Whether a column has the id of a customer that a search text finds: of a thousand of them at most. */
export async function isCustomerFound(tx: Tx, column: string, text: string): Promise<Condition> {
  return (await findHits(tx, { entity: 'customers', id: column }, parseSearch(text))).condition;
}

/** The keys of the customers with a phone, in all organizations: a subquery. */
export function customersWithPhone(phone: string): RawBuilder<unknown> {
  return sql`select c.organization_id, c.id from customers c where c.phone = ${phone}`;
}

import { CUSTOMER, type Customer } from '@tegeka/contract/customers/customers.ts';
import type { CustomerInput } from '@tegeka/contract/customers/customer-writing.ts';
import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { ImportSource } from '#features/imports/imports-kind.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Condition, IsHit } from '#platform/lists/list-source.ts';
import type { Customers } from '#platform/database/tables.ts';
import { refuse, refuseTaken } from '#platform/http/refusal.ts';
import { expectState } from '#platform/state/transition.ts';

export const CUSTOMER_COLUMNS = [
  'id',
  'first_name',
  'middle_name',
  'last_name',
  'phone',
  'email',
  'reference',
  'state',
  'revision',
  'created_at',
  'updated_at',
] as const;

export type CustomerRow = Pick<Selectable<Customers>, (typeof CUSTOMER_COLUMNS)[number]>;

export function customerOf(row: CustomerRow): Customer {
  return {
    id: row.id,
    firstName: row.first_name,
    middleName: row.middle_name,
    lastName: row.last_name,
    phoneNumber: row.phone,
    email: row.email,
    customerReferenceNumber: row.reference,
    status: expectState(CUSTOMER, row.state),
    version: row.revision,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
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

/** A customer by id; `lock` keeps others from changing it. Refuses NOT_FOUND. */
export async function readCustomer(tx: Tx, id: string, lock?: 'lock'): Promise<Customer> {
  const row = await tx
    .selectFrom('customers')
    .select(CUSTOMER_COLUMNS)
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return customerOf(row);
}

/** Customers by their ids; one that this transaction may not see is left out. */
export async function readCustomers(tx: Tx, ids: string[]): Promise<Map<string, Customer>> {
  const rows = await tx
    .selectFrom('customers')
    .select(CUSTOMER_COLUMNS)
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

export interface NewCustomer {
  id: string;
  organizationId: string;
  input: CustomerInput;
  at: Date;
}

/** Inserts a customer who was typed in. Refuses REFERENCE_TAKEN. */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<Customer> {
  const { id, organizationId, input, at } = customer;
  const row = await tx
    .insertInto('customers')
    .values({
      ...columnsOf(input),
      id,
      organization_id: organizationId,
      state: 'ACTIVE',
      revision: 1,
      created_at: at,
      updated_at: at,
    })
    .returning(CUSTOMER_COLUMNS)
    .executeTakeFirstOrThrow()
    .catch(orTaken);
  return customerOf(row);
}

/** Changes a customer that is locked. Refuses REFERENCE_TAKEN. */
export async function changeCustomer(
  tx: Tx,
  id: string,
  input: CustomerInput,
  at: Date,
): Promise<Customer> {
  const row = await tx
    .updateTable('customers')
    .set((eb) => ({ ...columnsOf(input), revision: eb('revision', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .returning(CUSTOMER_COLUMNS)
    .executeTakeFirstOrThrow()
    .catch(orTaken);
  return customerOf(row);
}

/** The file that a customer came in, as the beginning of their history; no row where they were typed in. */
export function customerOrigin(id: string): RawBuilder<unknown> {
  return sql`
    select c.created_at as at, s.actor_name as by, s.file_name as source from customers c
    join customer_sources s on s.organization_id = c.organization_id and s.id = c.source_id
    where c.id = ${id}`;
}

/** The references that a merchant's customers have: a subquery for statements of other features. */
export function customerReferences(organizationId: string): RawBuilder<unknown> {
  return sql`select c.reference from customers c where c.organization_id = ${organizationId}`;
}

/** A merchant's customers with what mandates depend on: a subquery for statements of other features. */
export function customersOf(organizationId: string): RawBuilder<unknown> {
  return sql`select id, reference, phone, state from customers
    where organization_id = ${organizationId}`;
}

/** Records the file that customers come from: their history begins with it. */
export async function writeSource(tx: Tx, source: ImportSource): Promise<void> {
  await tx
    .insertInto('customer_sources')
    .values({
      id: source.id,
      organization_id: source.organizationId,
      file_name: source.fileName,
      actor_id: source.by.id,
      actor_name: source.by.name,
      at: source.at,
    })
    .execute();
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

/** Whether a column has the id of a customer that is searched for. */
export const isCustomerFound = (column: string, isHit: IsHit): Condition =>
  isHit(column, 'customers');

/** The keys of the customers with a phone, in all organizations: a subquery. */
export function customersWithPhone(phone: string): RawBuilder<unknown> {
  return sql`select c.organization_id, c.id from customers c where c.phone = ${phone}`;
}

import { sql } from 'kysely';
import { type Customer, CUSTOMER_STATES, type CustomerState } from '@tegeka/contract/customers.ts';
import type { Tx } from '#platform/database/database.ts';

/** Ordinals that are counted together, and so are a hundred of these. The migration has the same. */
export const CUSTOMER_BLOCK = 100;
export const CUSTOMER_STRETCH = 100 * CUSTOMER_BLOCK;

/** What a customer is called in the audit trail. */
export const CUSTOMER_ENTITY = 'customer';

/** A customer's row as it is read. */
export interface CustomerRow {
  id: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  phone: string | null;
  email: string | null;
  reference: string;
  state: string;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** The columns of {@link CustomerRow}. */
export const CUSTOMER_COLUMNS = [
  ...(['id', 'first_name', 'middle_name', 'last_name', 'phone', 'email'] as const),
  ...(['reference', 'state', 'version', 'created_at', 'updated_at'] as const),
] as const;

/** A state by its name in the database. */
function customerStateOf(name: string): CustomerState {
  const state = CUSTOMER_STATES.find((known) => known === name);
  if (!state) throw new Error(`${name} is no state of a customer`);
  return state;
}

/** A customer as the contract names it. */
export function customerOf(row: CustomerRow): Customer {
  return {
    id: row.id,
    firstName: row.first_name,
    middleName: row.middle_name,
    lastName: row.last_name,
    phoneNumber: row.phone,
    email: row.email,
    customerReferenceNumber: row.reference,
    status: customerStateOf(row.state),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A customer by id, if this transaction may see it. */
export async function findCustomer(tx: Tx, id: string): Promise<Customer | null> {
  const row = await tx
    .selectFrom('customers')
    .select(CUSTOMER_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? customerOf(row) : null;
}

async function takeOrdinals(tx: Tx, organizationId: string, first: number, after: number) {
  const { rows } = await sql<{ next_ordinal: number }>`
    insert into customer_counters as c (organization_id, next_ordinal)
    values (${organizationId}, ${first + after})
    on conflict (organization_id) do update set next_ordinal = c.next_ordinal + ${after}
    returning next_ordinal`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A counter of ordinals answered nothing');
  return row.next_ordinal - after;
}

/** The ordinal of one more customer. Whoever adds one to the same merchant waits for this transaction. */
export function takeOrdinal(tx: Tx, organizationId: string): Promise<number> {
  return takeOrdinals(tx, organizationId, 1, 1);
}

/**
 * Reserves ordinals for a set of customers, in blocks that nobody else writes to, and where they are
 * many in stretches: a long import and people who add customers never wait for each other. Gives the
 * first of `count` ordinals in a row. Call it in a short transaction of its own, for the counter is
 * locked until the transaction ends.
 */
export async function reserveOrdinals(
  tx: Tx,
  organizationId: string,
  count: number,
): Promise<number> {
  const unit = count < CUSTOMER_STRETCH ? CUSTOMER_BLOCK : CUSTOMER_STRETCH;
  const whole = Math.ceil(count / unit) * unit;
  // From the middle of a unit to the end of the last one that is wholly new.
  const next = await takeOrdinals(tx, organizationId, unit, 0);
  const first = Math.ceil(next / unit) * unit;
  await takeOrdinals(tx, organizationId, unit, first - next + whole);
  return first;
}

/** A file that customers come from, and who sent it. */
export interface CustomerSource {
  /** Goes into `source_id` of its customers. */
  id: string;
  organizationId: string;
  fileName: string;
  by: { id: string; name: string };
  at: Date;
}

/** Writes down where customers come from: their trail begins with it. */
export async function writeSource(tx: Tx, source: CustomerSource): Promise<void> {
  const { id, organizationId, fileName, by, at } = source;
  await tx
    .insertInto('customer_sources')
    .values({
      ...{ id, organization_id: organizationId, file_name: fileName, at },
      ...{ actor_id: by.id, actor_name: by.name },
    })
    .execute();
}

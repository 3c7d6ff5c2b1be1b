import {
  type Customer,
  CUSTOMER_TRANSITIONS,
  type CustomerState,
} from '@tegeka/contract/customers.ts';
import type { CustomerInput } from '@tegeka/contract/customer-writing.ts';
import { violatedConstraint, type Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { CUSTOMER_COLUMNS, customerOf } from './customers-store.ts';

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

/** Says which field a reference that is taken stands in. */
function namedError(error: unknown): unknown {
  if (violatedConstraint(error) !== 'customers_reference_once') return error;
  const message = 'Another customer has this reference number already.';
  return refuse('REFERENCE_TAKEN', { fields: [{ field: 'customerReferenceNumber', message }] });
}

/** A customer to be written down. */
export interface NewCustomer {
  id: string;
  organizationId: string;
  ordinal: number;
  input: CustomerInput;
  at: Date;
}

/** Writes a customer down who was typed in. Refuses REFERENCE_TAKEN. */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<Customer> {
  const { id, organizationId, ordinal, input, at } = customer;
  try {
    const row = await tx
      .insertInto('customers')
      .values({
        ...columnsOf(input),
        ...{ id, organization_id: organizationId, ordinal, state: 'ACTIVE', version: 1 },
        ...{ created_at: at, updated_at: at },
      })
      .returning(CUSTOMER_COLUMNS)
      .executeTakeFirstOrThrow();
    return customerOf(row);
  } catch (error) {
    throw namedError(error);
  }
}

/**
 * Changes a customer in one statement, where it still has the version that the change was made
 * from; null where it has not. Refuses REFERENCE_TAKEN.
 */
export async function changeCustomer(
  tx: Tx,
  { id, version }: Pick<Customer, 'id' | 'version'>,
  input: CustomerInput,
  at: Date,
): Promise<Customer | null> {
  try {
    const row = await tx
      .updateTable('customers')
      // Counted by the database: the version is the caller's word, and one more may not fit its column.
      .set((eb) => ({ ...columnsOf(input), version: eb('version', '+', 1), updated_at: at }))
      .where('id', '=', id)
      .where('version', '=', version)
      .returning(CUSTOMER_COLUMNS)
      .executeTakeFirst();
    return row ? customerOf(row) : null;
  } catch (error) {
    throw namedError(error);
  }
}

/** A customer by id, locked until the transaction ends, if this transaction may see it. */
export async function lockCustomer(tx: Tx, id: string): Promise<Customer | null> {
  const row = await tx
    .selectFrom('customers')
    .select(CUSTOMER_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? customerOf(row) : null;
}

/** Where a customer goes, who moves them, and why. */
export interface CustomerTransition {
  organizationId: string;
  to: CustomerState;
  actorId: string;
  reason: string | null;
  at: Date;
}

/** Moves a customer who is held to another state. What CUSTOMER_MOVES does not name is a bug. */
export async function transitionCustomer(
  tx: Tx,
  { id, status: from, version }: Customer,
  { organizationId, to, actorId, reason, at }: CustomerTransition,
): Promise<Customer> {
  if (!CUSTOMER_TRANSITIONS[from].includes(to))
    throw new Error(`A customer can not go from ${from} to ${to}`);
  const next = version + 1;
  await tx
    .insertInto('customer_transitions')
    .values({
      ...{ customer_id: id, organization_id: organizationId, version: next, at, reason },
      ...{ from_state: from, to_state: to, actor_id: actorId },
    })
    .execute();
  const row = await tx
    .updateTable('customers')
    .set({ state: to, version: next, updated_at: at })
    .where('id', '=', id)
    .returning(CUSTOMER_COLUMNS)
    .executeTakeFirstOrThrow();
  return customerOf(row);
}

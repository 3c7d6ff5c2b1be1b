import type { Customer, CustomerState } from '@tegeka/contract/customers/customers.ts';
import type { CustomerInput } from '@tegeka/contract/customers/customer-writing.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import {
  changeCustomer,
  insertCustomer,
  lockCustomer,
  readCustomer,
  transitionCustomer,
} from './customers-store.ts';

/** Adds a customer. Refuses REFERENCE_TAKEN. */
export async function addCustomer(
  ctx: Pick<AppContext, 'clock' | 'ids'>,
  tx: Tx,
  { organizationId, input }: { organizationId: string; input: CustomerInput },
): Promise<Customer> {
  const at = ctx.clock.now();
  return insertCustomer(tx, { id: ctx.ids.uuid(at), organizationId, input, at });
}

/** A change of a customer, and the version it was made from. */
export interface CustomerChange {
  customerId: string;
  input: CustomerInput;
  version: number;
}

/** A customer before and after a change; the same object where nothing had to change. */
export interface ChangedCustomer {
  before: Customer;
  after: Customer;
}

function isAs(customer: Customer, input: CustomerInput): boolean {
  return (
    customer.firstName === input.firstName &&
    customer.middleName === input.middleName &&
    customer.lastName === input.lastName &&
    customer.phoneNumber === input.phoneNumber &&
    customer.email === input.email &&
    customer.customerReferenceNumber === input.customerReferenceNumber
  );
}

/**
 * Changes a customer, unless somebody else did since; one who is as they shall be is left so. Refuses
 * NOT_FOUND, REFERENCE_TAKEN and CUSTOMER_CHANGED.
 */
export async function updateCustomer(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  { customerId, input, version }: CustomerChange,
): Promise<ChangedCustomer> {
  const before = await readCustomer(tx, customerId);
  if (before.version === version && isAs(before, input)) return { before, after: before };
  const after = await changeCustomer(tx, { id: customerId, version }, input, ctx.clock.now());
  // What was read before may be older than what the statement met: only its own word counts.
  if (!after || before.version !== version) throw refuse('CUSTOMER_CHANGED');
  return { before, after };
}

/** Whom to disable or enable, who asks for it, and why. */
export interface CustomerStateCommand {
  customerId: string;
  to: CustomerState;
  actor: Actor;
  reason: string | null;
}

/**
 * Disables or enables a customer; one who is in the state already is left as they are. Refuses
 * NOT_FOUND.
 */
export async function setCustomerState(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  { customerId, to, actor, reason }: CustomerStateCommand,
): Promise<ChangedCustomer> {
  const before = await lockCustomer(tx, customerId);
  if (before.status === to) return { before, after: before };
  const command = { to, actor, reason, at: ctx.clock.now() };
  return { before, after: await transitionCustomer(tx, customerId, command) };
}

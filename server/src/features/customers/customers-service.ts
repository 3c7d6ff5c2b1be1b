import {
  CUSTOMER,
  type Customer,
  type CustomerState,
} from '@tegeka/contract/customers/customers.ts';
import type { CustomerInput } from '@tegeka/contract/customers/customer-writing.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { type Changes, changesOf } from '#platform/history/audit.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Actor, transition } from '#platform/state/transition.ts';
import { changeCustomer, insertCustomer, readCustomer } from './customers-store.ts';

/** Adds a customer. Refuses REFERENCE_TAKEN. */
export async function addCustomer(
  ctx: Pick<AppContext, 'clock' | 'ids'>,
  tx: Tx,
  { organizationId, input }: { organizationId: string; input: CustomerInput },
): Promise<Customer> {
  const at = ctx.clock.now();
  return insertCustomer(tx, { id: ctx.ids.uuid(at), organizationId, input, at });
}

/** A change of a customer, and the version it was made from; null where the last word counts. */
export interface CustomerChange {
  customerId: string;
  input: CustomerInput;
  version: number | null;
}

/**
 * Changes a customer, unless somebody else did since; one who is as they shall be is left so. Refuses
 * NOT_FOUND, REFERENCE_TAKEN and CUSTOMER_CHANGED.
 */
export async function updateCustomer(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  { customerId, input, version }: CustomerChange,
): Promise<{ customer: Customer; changes: Changes }> {
  const before = await readCustomer(tx, customerId, 'lock');
  if (version !== null && before.version !== version) throw refuse('CUSTOMER_CHANGED');
  const changes = changesOf(before, input);
  if (Object.keys(changes).length === 0) return { customer: before, changes };
  return { customer: await changeCustomer(tx, customerId, input, ctx.clock.now()), changes };
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
  { customerId: id, to, actor, reason }: CustomerStateCommand,
): Promise<Customer> {
  const before = await readCustomer(tx, id, 'lock');
  if (before.status === to) return before;
  const at = ctx.clock.now();
  const of = { machine: CUSTOMER, table: 'customers' } as const;
  await transition(tx, of, { id, to, actor, reason, at, set: { updated_at: at } });
  return readCustomer(tx, id);
}

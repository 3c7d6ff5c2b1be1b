import {
  CUSTOMER,
  type Customer,
  type CustomerState,
} from '@tegeka/contract/customers/customers.ts';
import type { CustomerInput } from '@tegeka/contract/customers/customer-writing.ts';
import type { Tx } from '#platform/database/database.ts';
import { type Changes, changesOf } from '#platform/history/audit.ts';
import { refuse } from '#platform/http/refusal.ts';
import { transition, type TransitionCommand } from '#platform/state/transition.ts';
import { changeCustomer, readCustomer } from './customers-store.ts';

/** A change of a customer, and the version it was made from; null where the last word counts. */
export interface CustomerChange {
  id: string;
  input: CustomerInput;
  version: number | null;
  at: Date;
}

/**
 * Changes a customer, unless somebody else did since; one who is as they shall be is left so. Refuses
 * NOT_FOUND, REFERENCE_TAKEN and CUSTOMER_CHANGED.
 */
export async function updateCustomer(
  tx: Tx,
  { id, input, version, at }: CustomerChange,
): Promise<{ customer: Customer; changes: Changes }> {
  const before = await readCustomer(tx, id, 'lock');
  if (version !== null && before.version !== version) throw refuse('CUSTOMER_CHANGED');
  const changes = changesOf(before, input);
  if (Object.keys(changes).length === 0) return { customer: before, changes };
  return { customer: await changeCustomer(tx, id, input, at), changes };
}

/**
 * Disables or enables a customer; one who is in the state already is left as they are. Refuses
 * NOT_FOUND.
 */
export async function setCustomerState(
  tx: Tx,
  command: Pick<
    TransitionCommand<CustomerState, 'customers'>,
    'id' | 'to' | 'actor' | 'reason' | 'at'
  >,
): Promise<Customer> {
  const { id, to, at } = command;
  const before = await readCustomer(tx, id, 'lock');
  if (before.status === to) return before;
  const of = { machine: CUSTOMER, table: 'customers' } as const;
  await transition(tx, of, { ...command, set: { updated_at: at } });
  return readCustomer(tx, id);
}

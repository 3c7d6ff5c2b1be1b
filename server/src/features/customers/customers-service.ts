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
import type { SealScope } from '#platform/security/sealed-text.ts';
import { transition, type TransitionCommand } from '#platform/state/transition.ts';
import { changeCustomer, readCustomer } from './customers-store.ts';

/** The domain event of a customer whose phone number is another one, or gone. */
export const PHONE_CHANGED = 'customer.phone-changed';

/** The former number is sealed in the event: it is personal data. */
const formerPhone = (tenant: string | null): SealScope => ({ tenant, purpose: 'former phone' });

/** The number that a customer had before an event. */
export const openFormerPhone = (
  { keys }: Pick<AppContext, 'keys'>,
  organizationId: string | null,
  sealed: string,
): string => keys.open(formerPhone(organizationId), sealed);

/**
 * Changes a customer, unless somebody else did since `version`; without one the last word counts. One who is as
 * they shall be is left so. Refuses NOT_FOUND, REFERENCE_TAKEN and CUSTOMER_CHANGED.
 */
export async function updateCustomer(
  { domainEvents, keys }: Pick<AppContext, 'domainEvents' | 'keys'>,
  tx: Tx,
  change: { id: string; organizationId: string; input: CustomerInput; at: Date },
  version: number | null,
): Promise<{ customer: Customer; changes: Changes }> {
  const { id, organizationId, input, at } = change;
  const before = await readCustomer(tx, id, 'lock');
  if (version !== null && before.version !== version) throw refuse('CUSTOMER_CHANGED');
  const changes = changesOf(before, input);
  if (Object.keys(changes).length === 0) return { customer: before, changes };
  const { phoneNumber } = before;
  if (phoneNumber !== null && phoneNumber !== input.phoneNumber) {
    const phone = keys.seal(formerPhone(organizationId), phoneNumber);
    const payload = { customerId: id, phone };
    await domainEvents.record(tx, { kind: PHONE_CHANGED, organizationId, payload });
  }
  return { customer: await changeCustomer(tx, id, input, at), changes };
}

/**
 * Disables or enables a customer; one who is in the state already is left as they are. Refuses
 * NOT_FOUND.
 */
export async function setCustomerState(
  tx: Tx,
  command: Omit<TransitionCommand<CustomerState, 'customers'>, 'revision' | 'set'>,
): Promise<Customer> {
  const { id, to, at } = command;
  const before = await readCustomer(tx, id, 'lock');
  if (before.status === to) return before;
  const of = { machine: CUSTOMER, table: 'customers' } as const;
  await transition(tx, of, { ...command, set: { updated_at: at } });
  return readCustomer(tx, id);
}

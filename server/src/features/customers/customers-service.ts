import {
  CUSTOMER,
  type Customer,
  type CustomerState,
} from '@tegeka/contract/customers/customers.ts';
import type {
  CustomerInput,
  updateCustomer as updateEndpoint,
} from '@tegeka/contract/customers/customer-commands.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { changesOf } from '#platform/history/audit.ts';
import { refuse, refuseField, refuseDuplicate } from '#platform/http/refusal.ts';
import type { Call } from '#platform/http/serve.ts';
import type { EncryptionScope } from '#platform/security/encrypted-text.ts';
import { transition, type TransitionCommand } from '#platform/state/transition.ts';
import { readCustomer } from './customers-store.ts';

/** The domain event of a customer whose phone number was changed or removed. */
export const PHONE_CHANGED = 'customer.phone-changed';

/** The former number is encrypted in the event: it is personal data. */
export const formerPhone = (tenant: string | null): EncryptionScope => ({
  tenant,
  purpose: 'former phone',
});

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

const orDuplicate = refuseDuplicate({
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
  await tx.insertInto('customers').values(row).execute().catch(orDuplicate);
  return readCustomer(tx, id);
}

/**
 * Changes a customer. A version in the body or in If-Match is checked (optimistic locking); without one the
 * last write wins. Without a difference nothing is written. Refuses NOT_FOUND, REFERENCE_TAKEN,
 * CUSTOMER_CHANGED, and INPUT_INVALID for another id in the body.
 */
export async function updateCustomer(
  { domainEvents, keys }: Pick<AppContext, 'domainEvents' | 'keys'>,
  { tx, params, caller, body, ifMatch, now, audit }: Call<typeof updateEndpoint>,
): Promise<Customer> {
  const { customerId } = params;
  const { id = customerId, version = ifMatch, ...input } = body;
  if (id !== customerId) throw refuseField('id', 'This is the id of another customer.');
  const before = await readCustomer(tx, id, 'lock');
  if (version !== null && before.version !== version) throw refuse('CUSTOMER_CHANGED');
  const changes = changesOf(before, input);
  if (Object.keys(changes).length === 0) return before;
  const { organizationId } = caller;
  const { phoneNumber } = before;
  if (phoneNumber !== null && phoneNumber !== input.phoneNumber) {
    const phone = keys.encrypt(formerPhone(organizationId), phoneNumber);
    const payload = { customerId: id, phone };
    await domainEvents.record(tx, { kind: PHONE_CHANGED, organizationId, payload });
  }
  await tx
    .updateTable('customers')
    .set({ ...columnsOf(input), revision: before.version + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
    .catch(orDuplicate);
  audit({ entity: CUSTOMER.entity, entityId: id, changes });
  return readCustomer(tx, id);
}

/**
 * Disables or enables a customer; one who is in the state already is left as they are. Refuses
 * NOT_FOUND.
 */
export async function setCustomerState(
  { domainEvents }: Pick<AppContext, 'domainEvents'>,
  tx: Tx,
  {
    organizationId,
    ...command
  }: Omit<TransitionCommand<CustomerState, 'customers'>, 'revision' | 'set'> & {
    organizationId: string;
  },
): Promise<Customer> {
  const { id, to, at } = command;
  const before = await readCustomer(tx, id, 'lock');
  if (before.status === to) return before;
  const of = { machine: CUSTOMER, table: 'customers' } as const;
  await transition(tx, of, { ...command, set: { updated_at: at } });
  const payload = { customerId: id };
  await domainEvents.record(tx, { kind: 'customer.state-changed', organizationId, payload });
  return readCustomer(tx, id);
}

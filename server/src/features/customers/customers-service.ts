import type { Customer, CustomerState } from '@tegeka/contract/customers.ts';
import type { CustomerInput } from '@tegeka/contract/customer-writing.ts';
import { findStanding } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { CUSTOMER_FIELDS } from './customers-events.ts';
import { findCustomer, takeOrdinal } from './customers-store.ts';
import {
  lockCustomer,
  insertCustomer,
  changeCustomer,
  transitionCustomer,
} from './customers-writes.ts';

/** What people say of a customer; the state has ways of its own. */
const CUSTOMER_INPUTS = CUSTOMER_FIELDS.filter((field) => field !== 'status');

/** Refuses NOT_FOUND for a merchant that this transaction does not see. */
export async function expectMerchant(tx: Tx, merchantId: string): Promise<string> {
  const merchant = await findStanding(tx, merchantId);
  if (!merchant) throw refuse('NOT_FOUND');
  return merchant.organizationId;
}

/** Refuses NOT_FOUND as {@link expectMerchant} does, and MERCHANT_NOT_ACTIVE. */
export async function expectActiveMerchant(tx: Tx, merchantId: string): Promise<string> {
  const merchant = await findStanding(tx, merchantId);
  if (!merchant) throw refuse('NOT_FOUND');
  if (merchant.state !== 'ACTIVE') throw refuse('MERCHANT_NOT_ACTIVE');
  return merchant.organizationId;
}

/** Adds a customer. Refuses NOT_FOUND, MERCHANT_NOT_ACTIVE and REFERENCE_TAKEN. */
export async function addCustomer(
  ctx: Pick<AppContext, 'clock' | 'ids'>,
  tx: Tx,
  { merchantId, input }: { merchantId: string; input: CustomerInput },
): Promise<Customer> {
  const organizationId = await expectActiveMerchant(tx, merchantId);
  const at = ctx.clock.now();
  const ordinal = await takeOrdinal(tx, organizationId);
  return insertCustomer(tx, { id: ctx.ids.uuid(at), organizationId, ordinal, input, at });
}

/** A change of a customer, and the version it was made from. */
export interface CustomerChange {
  merchantId: string;
  customerId: string;
  input: CustomerInput;
  version: number;
}

/** A customer before and after a change. */
export interface ChangedCustomer {
  before: Customer;
  after: Customer;
}

/** Whether a customer is just as a change would make them. */
function isAs(customer: Customer, input: CustomerInput): boolean {
  return CUSTOMER_INPUTS.every((field) => customer[field] === input[field]);
}

/**
 * Changes a customer, unless somebody else did since; one who is as they shall be is left so. Refuses
 * NOT_FOUND, MERCHANT_NOT_ACTIVE, REFERENCE_TAKEN and CUSTOMER_CHANGED.
 */
export async function updateCustomer(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  { merchantId, customerId, input, version }: CustomerChange,
): Promise<ChangedCustomer> {
  await expectActiveMerchant(tx, merchantId);
  const before = await findCustomer(tx, customerId);
  if (!before) throw refuse('NOT_FOUND');
  if (before.version === version && isAs(before, input)) return { before, after: before };
  const from = { id: customerId, version };
  const after = await changeCustomer(tx, from, input, ctx.clock.now());
  // What was read before may be older than what the statement met: only its own word counts.
  if (!after || before.version !== version) throw refuse('CUSTOMER_CHANGED');
  return { before, after };
}

/** A wish to disable or enable a customer. */
export interface CustomerTransitionCommand {
  merchantId: string;
  customerId: string;
  to: CustomerState;
  actorId: string;
  reason: string | null;
}

/**
 * Disables or enables a customer; one who stands there already is left as they are. Refuses
 * NOT_FOUND and MERCHANT_NOT_ACTIVE.
 */
export async function setCustomerState(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  { merchantId, customerId, to, actorId, reason }: CustomerTransitionCommand,
): Promise<ChangedCustomer> {
  const organizationId = await expectActiveMerchant(tx, merchantId);
  const before = await lockCustomer(tx, customerId);
  if (!before) throw refuse('NOT_FOUND');
  if (before.status === to) return { before, after: before };
  const move = { organizationId, to, actorId, reason, at: ctx.clock.now() };
  return { before, after: await transitionCustomer(tx, before, move) };
}

import {
  type Customer,
  disableCustomer,
  enableCustomer,
  getCustomer,
  listCustomerEvents,
  listCustomers,
} from '@tegeka/contract/customers/customers.ts';
import { cache, endpointQuery, historyQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';

/** Query of a customer. */
export const customerQuery = (merchantId: string, customerId: string) =>
  endpointQuery(getCustomer, { params: { merchantId, customerId } });

/** Query of the history of a customer, newest first, page by page. */
export const eventsQuery = (merchantId: string, customerId: string) =>
  historyQuery(listCustomerEvents, { merchantId, customerId });

/** Fetches lists and histories again. */
export function refreshCustomers(): void {
  void refetch(listCustomers, listCustomerEvents);
}

/** Stores a changed customer in the cache, and fetches lists and histories again. */
export function keepCustomer(merchantId: string, customer: Customer): void {
  cache.setQueryData(customerQuery(merchantId, customer.id).queryKey, customer);
  refreshCustomers();
}

/** Disables a customer, or enables one again. */
export async function switchCustomer(
  merchantId: string,
  customer: Customer,
  reason: string | undefined,
): Promise<Customer> {
  const params = { merchantId, customerId: customer.id };
  const switched =
    customer.status === 'ACTIVE'
      ? await call(disableCustomer, { params, body: { status: 'DISABLED', reason } })
      : await call(enableCustomer, { params, body: { status: 'ACTIVE', reason } });
  keepCustomer(merchantId, switched);
  return switched;
}

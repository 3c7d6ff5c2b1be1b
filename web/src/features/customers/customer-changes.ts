import { showMoment } from '@tegeka/contract/kit/day.ts';
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

/** A customer as it is kept, or fetched. */
export const customerQuery = (merchantId: string, customerId: string) =>
  endpointQuery(getCustomer, { params: { merchantId, customerId } });

/** What happened to a customer, newest first, page after page. */
export const eventsQuery = (merchantId: string, customerId: string) =>
  historyQuery(listCustomerEvents, { merchantId, customerId });

/** Lists and histories are asked for again. */
export function refreshCustomers(): void {
  void refetch(listCustomers, listCustomerEvents);
}

/** Takes up a customer as it now is. */
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

/**
 * A customer as it is now, asked of the server whatever is kept, with who changed it last. Null where
 * it did not arrive.
 */
export async function fetchLatest(merchantId: string, customerId: string) {
  try {
    const [entity, events] = await Promise.all([
      cache.fetchQuery({ ...customerQuery(merchantId, customerId), staleTime: 0 }),
      cache.fetchInfiniteQuery({ ...eventsQuery(merchantId, customerId), staleTime: 0 }),
    ]);
    const by = events.pages[0]?.content[0]?.by ?? null;
    return { entity, by, at: showMoment(entity.updatedAt) };
  } catch {
    return null;
  }
}

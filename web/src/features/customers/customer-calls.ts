import {
  type Customer,
  disableCustomer,
  enableCustomer,
  exportCustomers,
  getCustomer,
  listCustomerEvents,
  listCustomers,
} from '@tegeka/contract/customers.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call, callForBytes } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import type { CustomerErrors } from '#features/customers/customer-draft.ts';
import { filterOf, queryOf } from '#features/customers/customer-query.ts';
import { refusedFields } from '#features/customers/customer-refusals.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';

/** The page of the list that the address asks for. */
export const customersQuery = (merchantId: string, search: CustomerSearch) =>
  endpointQuery(listCustomers, { params: { merchantId }, query: queryOf(search) });

export const customerQuery = (merchantId: string, customerId: string) =>
  endpointQuery(getCustomer, { params: { merchantId, customerId } });

/** What happened to a customer, newest first, page after page. */
export const eventsQuery = (merchantId: string, customerId: string) =>
  infiniteQueryOptions({
    queryKey: [listCustomerEvents.name, customerId],
    queryFn: ({ pageParam, signal }) =>
      call(listCustomerEvents, {
        params: { merchantId, customerId },
        query: { page: pageParam, size: 20 },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : null),
  });

/** Every customer of the filter as a CSV file, not one page of them. */
export const fetchExport = (merchantId: string, search: CustomerSearch) =>
  callForBytes(exportCustomers, { params: { merchantId }, query: filterOf(search) });

/** How a change ended. `changed`: somebody else was quicker, nothing was saved. */
export type SaveOutcome =
  | { kind: 'saved'; customer: Customer }
  | { kind: 'changed' }
  | { kind: 'refused'; errors: CustomerErrors; words: string };

/** Takes up a customer as it now is: lists and timeline are asked for again. */
function keep(merchantId: string, customer: Customer): void {
  cache.setQueryData(customerQuery(merchantId, customer.id).queryKey, customer);
  void cache.invalidateQueries({ queryKey: [listCustomers.name] });
  void cache.invalidateQueries({ queryKey: [listCustomerEvents.name, customer.id] });
}

/** Waits for a change to be saved, and tells how it ended. */
export async function outcomeOf(
  merchantId: string,
  saving: Promise<Customer>,
): Promise<SaveOutcome> {
  try {
    const customer = await saving;
    keep(merchantId, customer);
    return { kind: 'saved', customer };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.problem?.code === 'CUSTOMER_CHANGED') return { kind: 'changed' };
    return { kind: 'refused', errors: refusedFields(error.problem), words: error.words() };
  }
}

/** Disables a customer, or enables one again. */
export function transitionCustomer(
  merchantId: string,
  customer: Customer,
  reason: string,
): Promise<SaveOutcome> {
  const params = { merchantId, customerId: customer.id };
  const why = reason.trim() ? { reason: reason.trim() } : {};
  return outcomeOf(
    merchantId,
    customer.status === 'ACTIVE'
      ? call(disableCustomer, { params, body: { status: 'DISABLED', ...why } })
      : call(enableCustomer, { params, body: { status: 'ACTIVE', ...why } }),
  );
}

/**
 * A customer as it is now, asked of the server whatever is kept, and with it what happened. Null
 * where it did not arrive.
 */
export async function fetchLatest(
  merchantId: string,
  customerId: string,
): Promise<Customer | null> {
  void cache.invalidateQueries({ queryKey: [listCustomerEvents.name, customerId] });
  try {
    return await cache.fetchQuery({ ...customerQuery(merchantId, customerId), staleTime: 0 });
  } catch {
    return null;
  }
}

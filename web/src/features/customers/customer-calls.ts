import { exportCustomers, getCustomer, listCustomers } from '@tegeka/contract/customers.ts';
import { filterOf, queryOf } from '#features/customers/customer-query.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { endpointQuery } from '#platform/call/cache.ts';
import { callForBytes } from '#platform/call/call.ts';

/** The page of the list that the address asks for. */
export const customersQuery = (merchantId: string, search: CustomerSearch) =>
  endpointQuery(listCustomers, { params: { merchantId }, query: queryOf(search) });

export const customerQuery = (merchantId: string, customerId: string) =>
  endpointQuery(getCustomer, { params: { merchantId, customerId } });

/** Every customer of the filter as a CSV file, not one page of them. */
export const fetchExport = (merchantId: string, search: CustomerSearch) =>
  callForBytes(exportCustomers, { params: { merchantId }, query: filterOf(search) });

import { getCustomer } from '@tegeka/contract/customers/customers.ts';
import { endpointQuery } from '#platform/call/cache.ts';

export const customerQuery = (merchantId: string, customerId: string) =>
  endpointQuery(getCustomer, { params: { merchantId, customerId } });

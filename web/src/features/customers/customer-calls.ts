import { getCustomer } from '@tegeka/contract/customers/customers.ts';
import { endpointQuery } from '#platform/call/cache.ts';

export const customerQuery = (merchantId: string, customerId: string) =>
  endpointQuery(getCustomer, { params: { merchantId, customerId } });

/** What the person at the screen may do with the customers of their business. */
export interface CustomerRights {
  merchantId: string;
  /** False where they may look and not write: what writes is not shown to them. */
  mayWrite: boolean;
  /** Why nothing can be changed for now, in words; null where it can. */
  blocked: string | null;
}

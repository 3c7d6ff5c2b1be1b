import { getMerchantProfile, withdrawRegistration } from '@tegeka/contract/merchants/merchants.ts';
import { endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';

/** The merchant that is the organization; where there is none it has to be registered. */
export const merchantQuery = (organizationId: string) => ({
  ...endpointQuery(getMerchantProfile, { params: { organizationId } }),
  meta: { own404: true },
});

/** Takes a registration back that still awaits review. */
export async function withdraw(merchantId: string): Promise<void> {
  await call(withdrawRegistration, { params: { merchantId } });
}

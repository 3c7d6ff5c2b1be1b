import { getMerchantProfile, withdrawRegistration } from '@tegeka/contract/merchants.ts';
import { rowQuery } from '#platform/cache.ts';
import { call } from '#platform/call.ts';

/** The merchant that is the organization. */
export const merchantQuery = (organizationId: string) =>
  rowQuery(getMerchantProfile, { params: { organizationId } });

/** Takes a registration back that still awaits review. */
export async function withdraw(merchantId: string): Promise<void> {
  await call(withdrawRegistration, { params: { merchantId } });
}

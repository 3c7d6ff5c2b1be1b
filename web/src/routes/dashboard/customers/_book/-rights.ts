import { useQuery } from '@tanstack/react-query';
import type { CustomerRights } from '#features/customers/customer-calls.ts';
import { whyReadOnly } from '#features/merchant/merchant-words.ts';
import { cache } from '#platform/call/cache.ts';
import { merchantAtHand, merchantQuery } from '#platform/session/guard.ts';
import { useSession } from '#platform/session/session.ts';

/** What the person may do with customers; null where there is no merchant. */
export function useCustomerRights(): CustomerRights | null {
  const user = useSession()?.user;
  const organizationId = user?.organizationId ?? '';
  const merchantId = merchantAtHand();
  const merchant = useQuery(
    { ...merchantQuery(organizationId), enabled: merchantId !== null },
    cache,
  );
  if (!merchantId) return null;
  return {
    merchantId,
    mayWrite: user?.roles.includes('customers.write') ?? false,
    blocked: merchant.data ? whyReadOnly(merchant.data) : null,
  };
}

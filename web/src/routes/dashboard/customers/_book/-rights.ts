import { useQuery } from '@tanstack/react-query';
import type { CustomerRights } from '#features/customers/customer-calls.ts';
import { merchantQuery } from '#features/merchant/merchant-calls.ts';
import { whyReadOnly } from '#features/merchant/merchant-words.ts';
import { cache } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import { requireSession } from '#platform/session/guard.ts';
import { redirectTo } from '#platform/router/route-data.ts';
import { session, useSession } from '#platform/session/session.ts';

/** The merchant whose customers are shown; null for those who have none. */
export function merchantAtHand(): string | null {
  const merchantId = session.current()?.user.merchantId;
  return config().domain === 'MERCHANT' ? (merchantId ?? null) : null;
}

/** As {@link merchantAtHand}, for screens that are nothing without one. */
export function requireMerchant(roles: readonly string[]): string {
  requireSession();
  const merchantId = merchantAtHand();
  if (!merchantId) redirectTo('/auth/404');
  requireSession(roles);
  return merchantId;
}

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

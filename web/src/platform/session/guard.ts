import { redirect } from '@tanstack/react-router';
import { getMerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { config } from '#platform/config/config.ts';
import { redirectTo } from '#platform/router/route-data.ts';
import { session } from './session.ts';

/**
 * For `beforeLoad` of a protected route: redirects to auth/logout without a session, and to
 * auth/403 without all of the roles.
 */
export function requireSession(roles: readonly string[] = []): void {
  const user = session.current()?.user;
  if (!user) redirect({ to: '/auth/logout', replace: true, throw: true });
  else if (!roles.every((role) => user.roles.includes(role)))
    redirect({ to: '/auth/403', replace: true, throw: true });
}

/** The merchant that is the organization; where there is none it has to be registered. */
export const merchantQuery = (organizationId: string) => ({
  ...endpointQuery(getMerchantProfile, { params: { organizationId } }),
  meta: { own404: true },
});

/** The person's merchant: stored for an active one, else as looked up. Null for those who have none. */
export function currentMerchantId(): string | null {
  const { merchantId, organizationId = '' } = session.current()?.user ?? {};
  if (config().domain !== 'MERCHANT') return null;
  return merchantId ?? cache.getQueryData(merchantQuery(organizationId).queryKey)?.id ?? null;
}

/** Looks the person's merchant up where it is not stored: one that is suspended can still be read. */
export async function lookUpMerchant(): Promise<void> {
  const { merchantId, organizationId } = session.current()?.user ?? {};
  if (config().domain !== 'MERCHANT' || merchantId || !organizationId) return;
  try {
    await cache.ensureQueryData(merchantQuery(organizationId));
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error;
  }
}

/** As {@link currentMerchantId}, for screens that are nothing without one. */
export function requireMerchant(roles: readonly string[]): string {
  requireSession();
  const merchantId = currentMerchantId();
  if (!merchantId) redirectTo('/auth/404');
  requireSession(roles);
  return merchantId;
}

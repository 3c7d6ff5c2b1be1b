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

/** The merchant of an organization. 404 means that it is not registered yet: its screen handles that. */
export const merchantQuery = (organizationId: string) => ({
  ...endpointQuery(getMerchantProfile, { params: { organizationId } }),
  meta: { own404: true, profile: true },
});

/** The person's merchant id, from the session or the query cache. Null without a merchant. */
export function currentMerchantId(): string | null {
  const { merchantId, organizationId = '' } = session.current()?.user ?? {};
  if (config().domain !== 'MERCHANT') return null;
  return merchantId ?? cache.getQueryData(merchantQuery(organizationId).queryKey)?.id ?? null;
}

/** Fetches the merchant if the session has none: a suspended merchant can still be read. */
export async function lookUpMerchant(): Promise<void> {
  const { merchantId, organizationId } = session.current()?.user ?? {};
  if (config().domain !== 'MERCHANT' || merchantId || !organizationId) return;
  try {
    await cache.ensureQueryData(merchantQuery(organizationId));
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error;
  }
}

/** Requires the roles and a merchant, and returns its id. Without a merchant, redirects to auth/404. */
export function requireMerchant(roles: readonly string[]): string {
  requireSession();
  const merchantId = currentMerchantId();
  if (!merchantId) redirectTo('/auth/404');
  requireSession(roles);
  return merchantId;
}

import { useQuery } from '@tanstack/react-query';
import { getMerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { config } from '#platform/config/config.ts';
import { redirectTo, refusalOf } from '#platform/router/route-data.ts';
import { session, useSession } from './session.ts';

/** For `beforeLoad` of a protected route: redirects to auth/logout without a session. */
export function requireSession(): void {
  if (!session.current()) redirectTo('/auth/logout');
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

/** The merchant of the signed-in person; undefined without one, and until it is loaded. */
export function useOwnMerchant() {
  const organizationId = useSession()?.user.organizationId ?? '';
  const query = merchantQuery(organizationId);
  return useQuery({ ...query, enabled: currentMerchantId() !== null }, cache).data;
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

/** As {@link currentMerchantId}, for a page that is open only to people with a merchant. */
export function ownMerchantId(): string {
  return currentMerchantId() ?? redirectTo('/auth/404');
}

/** For `beforeLoad`: redirects those who may not enter one of the pages. The merchant is looked up before. */
export function requireAccess(matches: Parameters<typeof refusalOf>[0]): void {
  const roles = session.current()?.user.roles ?? [];
  const refusal = refusalOf(matches, {
    domain: config().domain,
    merchantId: currentMerchantId(),
    roles,
  });
  if (refusal) redirectTo(refusal);
}

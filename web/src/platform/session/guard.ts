import { redirect } from '@tanstack/react-router';
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

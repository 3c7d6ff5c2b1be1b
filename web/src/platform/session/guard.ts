import { redirect } from '@tanstack/react-router';
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

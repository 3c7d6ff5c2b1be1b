import { endOtherSessions, endSession, listSessions } from '@tegeka/contract/sessions.ts';
import { endAccountSessions, endProviderSession } from '#identity/provider/provider-store.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import { findSession, readSessions } from './sessions-store.ts';

/**
 * Endpoints of a person's own sessions. They read the provider's state across tenants, and filter
 * by the caller.
 */
export function sessionRoutes(): Route[] {
  return [
    serveAsPlatform(listSessions, async ({ tx, caller, now }) => ({
      keptBy: 'TEGEKA' as const,
      sessions: await readSessions(tx, caller.userId, caller.sessionId, now),
    })),
    serveAsPlatform(endOtherSessions, async ({ tx, caller, now, audit }) => {
      audit({ entity: 'account', entityId: caller.userId });
      return { ended: await endAccountSessions(tx, caller.userId, now, caller.sessionId) };
    }),
    serveAsPlatform(endSession, async ({ tx, caller, params, audit }) => {
      const uid = await findSession(tx, caller.userId, params.sessionId);
      if (uid === null || !(await endProviderSession(tx, uid))) throw refuse('NOT_FOUND');
      audit({ entity: 'session', entityId: params.sessionId });
    }),
  ];
}

/** With an external provider there are no sessions to show or end here, and the list says so. */
export function foreignSessionRoutes(): Route[] {
  const nothing = () => Promise.reject(refuse('NOT_FOUND'));
  return [
    serve(listSessions, async () => ({ keptBy: 'PROVIDER' as const, sessions: [] })),
    serve(endOtherSessions, nothing),
    serve(endSession, nothing),
  ];
}

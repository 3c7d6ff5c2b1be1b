import {
  endOtherSessions,
  endSession,
  listSessions,
  SESSIONS_LISTED,
} from '@tegeka/contract/sessions.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import { endSessions } from '#identity/provider/provider-store.ts';
import { endSessionsBut, findSession, readSessions } from './sessions-store.ts';

/**
 * Endpoints of a person's own sessions. They read the provider's state across tenants, and filter
 * by the caller.
 */
export function sessionRoutes(): Route[] {
  return [
    serveAsPlatform(listSessions, async ({ tx, caller, now }) => {
      const whose = { accountId: caller.userId, current: caller.sessionId, now };
      const sessions = await readSessions(tx, whose, SESSIONS_LISTED);
      return { keptBy: 'TEGEKA' as const, sessions };
    }),
    serveAsPlatform(endOtherSessions, async ({ tx, caller, now, audit }) => {
      const ended = await endSessionsBut(tx, caller.userId, caller.sessionId, now);
      audit({ entity: 'account', entityId: caller.userId });
      return { ended };
    }),
    serveAsPlatform(endSession, async ({ tx, caller, params, now, audit }) => {
      const uid = await findSession(tx, caller.userId, params.sessionId, now);
      if (uid === null) throw refuse('NOT_FOUND');
      await endSessions(tx, [uid]);
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

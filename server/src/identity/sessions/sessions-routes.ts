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

/** The rows of a person's own sessions. They see the provider's state, and narrow to the caller. */
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

/** With another provider there is nothing to see or to end here, and the list says so. */
export function foreignSessionRoutes(): Route[] {
  const nothing = () => Promise.reject(refuse('NOT_FOUND'));
  return [
    serve(listSessions, async () => ({ keptBy: 'PROVIDER' as const, sessions: [] })),
    serve(endOtherSessions, nothing),
    serve(endSession, nothing),
  ];
}

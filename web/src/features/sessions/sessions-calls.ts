import { endOtherSessions, endSession, listSessions } from '@tegeka/contract/sessions.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

/** The active sessions of the person. */
export const fetchSessions = (signal: AbortSignal) => call(listSessions, { signal });

/** Ends a session. 'Not found' counts as success: it has already ended. */
export async function signBrowserOut(sessionId: string): Promise<void> {
  try {
    await call(endSession, { params: { sessionId } });
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error;
  }
}

/** Ends all other sessions. Returns their number. */
export async function signOthersOut(): Promise<number> {
  return (await call(endOtherSessions, {})).ended;
}

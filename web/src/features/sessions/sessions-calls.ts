import { endOtherSessions, endSession, listSessions } from '@tegeka/contract/sessions.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

/** The browsers that the person is signed in with. */
export const fetchSessions = (signal: AbortSignal) => call(listSessions, { signal });

/** Signs one browser out. One that is signed out already is what was wanted. */
export async function signBrowserOut(sessionId: string): Promise<void> {
  try {
    await call(endSession, { params: { sessionId } });
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error;
  }
}

/** Signs out every browser but this one; answers how many there were. */
export async function signOthersOut(): Promise<number> {
  return (await call(endOtherSessions, {})).ended;
}

import { endOtherSessions, endSession, listSessions } from '@tegeka/contract/sessions.ts';
import { call } from '#platform/call.ts';
import { CallFailed } from '#platform/call-failed.ts';

/** The browsers that the person is signed in with. */
export const fetchSessions = (signal: AbortSignal) => call(listSessions, { signal });

/** Signs one browser out. One that is signed out already is what was wanted. */
export async function signBrowserOut(sessionId: string): Promise<void> {
  try {
    await call(endSession, { params: { sessionId } });
  } catch (fault) {
    if (!(fault instanceof CallFailed) || fault.status !== 404) throw fault;
  }
}

/** Signs out every browser but this one; answers how many there were. */
export async function signOthersOut(): Promise<number> {
  return (await call(endOtherSessions, {})).ended;
}

import { showMoment } from '@tegeka/contract/kit/day.ts';
import { endOtherSessions, endSession, type PersonSession } from '@tegeka/contract/sessions.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

/** When a session was last used. The current one is in use now. */
export function activityOf({ current, lastActiveAt }: PersonSession): string {
  return current ? 'Active now' : `Last active ${showMoment(lastActiveAt)}`;
}

export function endedText(count: number): string {
  if (count === 0) return 'You were signed in nowhere else.';
  return count === 1
    ? '1 other browser was signed out.'
    : `${count} other browsers were signed out.`;
}

/** Ends a session. Returns the confirmation. 'Not found' counts as success: it has ended already. */
export async function signBrowserOut({ id: sessionId, device }: PersonSession): Promise<string> {
  try {
    await call(endSession, { params: { sessionId } });
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error;
  }
  return `${device} was signed out.`;
}

/** Ends all other sessions. Returns the confirmation. */
export async function signOthersOut(): Promise<string> {
  return endedText((await call(endOtherSessions, {})).ended);
}

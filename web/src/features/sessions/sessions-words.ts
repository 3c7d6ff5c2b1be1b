import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { PersonSession } from '@tegeka/contract/sessions.ts';

/** When a session was last used. The current one is in use now. */
export function activityOf({ current, lastActiveAt }: PersonSession): string {
  return current ? 'Active now' : `Last active ${showMoment(lastActiveAt)}`;
}

/** The confirmation after ending all other sessions. */
export function endedWords(count: number): string {
  if (count === 0) return 'You were signed in nowhere else.';
  return count === 1
    ? '1 other browser was signed out.'
    : `${count} other browsers were signed out.`;
}

/**
 * Inactivity timeout: without mouse move, key press or scroll the person is signed out, in
 * milliseconds.
 */
export const INACTIVITY_MS = 1_800_000;

/** The warning is shown this long before, in milliseconds. */
const WARNING_MS = 60_000;

/** Inactivity state of a person. */
export type Standing =
  | { kind: 'active'; /** Until the warning. */ inMs: number }
  | { kind: 'warning'; secondsLeft: number }
  | { kind: 'over' };

/** The state by the time of the last activity in any tab. Both times in milliseconds since 1970. */
export function standingOf(lastActive: number, now: number): Standing {
  const left = INACTIVITY_MS - (now - lastActive);
  if (left <= 0) return { kind: 'over' };
  if (left > WARNING_MS) return { kind: 'active', inMs: left - WARNING_MS };
  return { kind: 'warning', secondsLeft: Math.ceil(left / 1000) };
}

/** After this long without a mouse move, key press or scroll the person is logged out. */
export const INACTIVITY_MS = 1_800_000;

/** The warning stands this long before. */
const WARNING_MS = 60_000;

/** How a person stands who was last active a while ago. */
export type Standing =
  | { kind: 'active'; /** Until the warning. */ inMs: number }
  | { kind: 'warning'; secondsLeft: number }
  | { kind: 'over' };

/** Judges by the moment of the last activity in any tab; both in milliseconds since 1970. */
export function standingOf(lastActive: number, now: number): Standing {
  const left = INACTIVITY_MS - (now - lastActive);
  if (left <= 0) return { kind: 'over' };
  if (left > WARNING_MS) return { kind: 'active', inMs: left - WARNING_MS };
  return { kind: 'warning', secondsLeft: Math.ceil(left / 1000) };
}

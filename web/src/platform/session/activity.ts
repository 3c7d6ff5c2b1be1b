import { now } from '#platform/device/page.ts';
import { readStored, STORED, writeStored } from './session-store.ts';

/**
 * Inactivity timeout: without mouse move, key press or scroll the person is signed out, in
 * milliseconds.
 */
const INACTIVITY_MS = 1_800_000;

/** The warning is shown this long before, in milliseconds. */
const WARNING_MS = 60_000;

/** How often activity is stored at the most, in milliseconds. */
const STORE_INTERVAL_MS = 1000;

const ACTIVITY_EVENTS = ['mousemove', 'keydown', 'scroll'] as const;

export type ActivityState =
  | { kind: 'active'; /** Until the warning. */ inMs: number }
  | { kind: 'warning'; secondsLeft: number }
  | { kind: 'over' };

/** When the person was last active, in any tab and also before a reload. */
function lastActivity(): number {
  const stored = Number(readStored(STORED.activity));
  return stored > 0 ? stored : now();
}

/** Stores that the person is active now. Does nothing without a session. */
function storeActivity(): void {
  if (readStored(STORED.token) !== null) writeStored(STORED.activity, String(now()));
}

function activityState(): ActivityState {
  const left = INACTIVITY_MS - (now() - lastActivity());
  if (left <= 0) return { kind: 'over' };
  if (left > WARNING_MS) return { kind: 'active', inMs: left - WARNING_MS };
  return { kind: 'warning', secondsLeft: Math.ceil(left / 1000) };
}

/** True if the last activity was longer ago than the inactivity timeout. */
export const isInactive = () => activityState().kind === 'over';

/** True for scrolling of the warning: in a low window it scrolls when it opens, without any activity. */
const isOfWarning = ({ type, target }: Event) =>
  type === 'scroll' && target instanceof Element && target.closest('[data-warns]') !== null;

/** Watches activity in all tabs of the app. Reports the state at once and at every change. */
export function watchActivity(report: (state: ActivityState) => void): () => void {
  let warned = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = () => {
    clearTimeout(timer);
    const current = activityState();
    warned = current.kind === 'warning';
    report(current);
    if (current.kind === 'active') timer = setTimeout(update, current.inMs);
    if (current.kind === 'warning') timer = setTimeout(update, 1000);
  };
  const onActivity = (event: Event) => {
    if (isOfWarning(event)) return;
    // Activity after the timeout does not extend the session.
    if (isInactive()) return update();
    if (!warned && now() - lastActivity() < STORE_INTERVAL_MS) return;
    storeActivity();
    if (warned) update();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (warned && key === STORED.activity) update();
  };

  if (readStored(STORED.activity) === null) storeActivity();
  for (const name of ACTIVITY_EVENTS)
    addEventListener(name, onActivity, { capture: true, passive: true });
  addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    clearTimeout(timer);
    for (const name of ACTIVITY_EVENTS) removeEventListener(name, onActivity, { capture: true });
    removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', update);
  };
}

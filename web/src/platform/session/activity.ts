import { now } from '#platform/device/device-clock.ts';
import { type Standing, standingOf } from './inactivity.ts';

const ACTIVITY_EVENTS = ['mousemove', 'keydown', 'scroll'] as const;
const CHANNEL = 'tegeka-activity';

/** Minimum interval of activity messages to other tabs, in milliseconds. */
const SEND_INTERVAL_MS = 5000;

/** How long to wait for other tabs to report activity, in milliseconds. */
const ANSWER_TIMEOUT_MS = 1000;

/** A message between tabs: the time of the last activity, or a request for it. */
type ActivityMessage = number | 'request';

/** In a low window the warning scrolls when it opens, without any activity of the person. */
const isOfWarning = ({ type, target }: Event) =>
  type === 'scroll' && target instanceof Element && target.closest('[data-warns]') !== null;

/**
 * Watches activity in all tabs of the app. Reports the state at once, at every change, and each
 * second during a warning. A tab that was suspended asks the other tabs before it reports 'over'.
 */
export function watchActivity(report: (standing: Standing) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  let last = now();
  let lastSent = 0;
  let requested = false;
  let warned = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // A BroadcastChannel reaches only its own origin and takes no target origin.
  // eslint-disable-next-line unicorn/require-post-message-target-origin
  const postMessage = (message: ActivityMessage) => channel.postMessage(message);
  const update = () => {
    clearTimeout(timer);
    const standing = standingOf(last, now());
    if (standing.kind === 'over' && !requested) {
      requested = true;
      postMessage('request');
      timer = setTimeout(update, ANSWER_TIMEOUT_MS);
      return;
    }
    warned = standing.kind === 'warning';
    report(standing);
    if (standing.kind === 'active') timer = setTimeout(update, standing.inMs);
    if (standing.kind === 'warning') timer = setTimeout(update, 1000);
  };
  const receive = (at: number) => {
    if (at <= last) return;
    last = at;
    requested = false;
    if (warned) update();
  };
  const onActivity = (event: Event) => {
    if (isOfWarning(event)) return;
    const at = now();
    // Activity after the timeout does not extend the session.
    if (standingOf(last, at).kind === 'over') return update();
    if (at - lastSent > SEND_INTERVAL_MS) {
      lastSent = at;
      postMessage(at);
    }
    receive(at);
  };

  channel.addEventListener('message', ({ data }: MessageEvent<ActivityMessage>) => {
    if (data === 'request') postMessage(last);
    else receive(data);
  });
  for (const name of ACTIVITY_EVENTS)
    addEventListener(name, onActivity, { capture: true, passive: true });
  document.addEventListener('visibilitychange', update);
  postMessage('request');
  update();
  return () => {
    clearTimeout(timer);
    channel.close();
    for (const name of ACTIVITY_EVENTS) removeEventListener(name, onActivity, { capture: true });
    document.removeEventListener('visibilitychange', update);
  };
}

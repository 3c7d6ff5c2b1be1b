import { now } from '#platform/device/device-clock.ts';
import { type Standing, standingOf } from './inactivity.ts';

const SIGNS = ['mousemove', 'keydown', 'scroll'] as const;
const CHANNEL = 'tegeka-activity';

/** Other tabs are told of activity at most this often, in milliseconds. */
const TELL_MS = 5000;

/** How long other tabs may take to say that somebody is active there, in milliseconds. */
const ANSWER_MS = 1000;

/** What tabs say to each other: when there was activity, or the question for it. */
type DomainEvents = number | 'when?';

/** In a window too low for it the warning scrolls as it opens, with nobody there. */
const isOfWarning = ({ type, target }: Event) =>
  type === 'scroll' && target instanceof Element && target.closest('[data-warns]') !== null;

/**
 * Watches for activity in all tabs of the app and says how the person stands: at once, whenever that
 * changes, and each second of a warning. A tab that slept asks the others before it says 'over'.
 */
export function watchActivity(say: (standing: Standing) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  let last = now();
  let told = 0;
  let asked = false;
  let warned = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // A channel reaches its own origin only and takes no other argument.
  // eslint-disable-next-line unicorn/require-post-message-target-origin
  const tell = (domainEvents: DomainEvents) => channel.postMessage(domainEvents);
  const look = () => {
    clearTimeout(timer);
    const standing = standingOf(last, now());
    if (standing.kind === 'over' && !asked) {
      asked = true;
      tell('when?');
      timer = setTimeout(look, ANSWER_MS);
      return;
    }
    warned = standing.kind === 'warning';
    say(standing);
    if (standing.kind === 'active') timer = setTimeout(look, standing.inMs);
    if (standing.kind === 'warning') timer = setTimeout(look, 1000);
  };
  const hear = (at: number) => {
    if (at <= last) return;
    last = at;
    asked = false;
    if (warned) look();
  };
  const sign = (event: Event) => {
    if (isOfWarning(event)) return;
    const at = now();
    // A move of the mouse after a night's sleep does not wake the session.
    if (standingOf(last, at).kind === 'over') return look();
    if (at - told > TELL_MS) {
      told = at;
      tell(at);
    }
    hear(at);
  };

  channel.addEventListener('message', ({ data }: MessageEvent<DomainEvents>) => {
    if (data === 'when?') tell(last);
    else hear(data);
  });
  for (const name of SIGNS) addEventListener(name, sign, { capture: true, passive: true });
  document.addEventListener('visibilitychange', look);
  tell('when?');
  look();
  return () => {
    clearTimeout(timer);
    channel.close();
    for (const name of SIGNS) removeEventListener(name, sign, { capture: true });
    document.removeEventListener('visibilitychange', look);
  };
}

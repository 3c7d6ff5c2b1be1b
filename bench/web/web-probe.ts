/** What the probe has seen in a document; times in milliseconds since its navigation began. */
export interface Seen {
  firstPaint: number | null;
  largestPaint: number | null;
  /** Everything to fill in can be seen and is enabled, and the page answers. */
  readyAt: number | null;
  /** Beside that, React owns what must react. */
  usableAt: number | null;
}

/** What to look for, as CSS selectors. */
export interface Wanted {
  ready: string[];
  alive: string[];
}

declare global {
  interface Window {
    tegekaSeen?: Seen;
  }
}

/** Runs in every document before its own scripts. It is sent as text: it uses nothing outside. */
export function watchPage({ ready, alive }: Wanted): void {
  if (window !== window.top) return;
  const seen: Seen = { firstPaint: null, largestPaint: null, readyAt: null, usableAt: null };
  window.tegekaSeen = seen;
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  const visible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 0;
  const find = (selector: string) => [...document.querySelectorAll(selector)].find(visible);
  const isReady = (selector: string) => {
    const element = find(selector);
    return element !== undefined && !element.matches(':disabled, [aria-busy=true] *');
  };
  const isAlive = (selector: string) => {
    const element = find(selector);
    return Object.keys(element ?? {}).some((key) => key.startsWith('__react'));
  };
  // A message sent in a frame arrives after the frame was painted and when the thread is free.
  const afterPaint = (note: (now: number) => void) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', () => note(performance.now()), { once: true });
    channel.port1.start();
    requestAnimationFrame(() => channel.port2.postMessage(0));
  };
  const look = () => {
    const nowReady = ready.every(isReady);
    if (nowReady && seen.readyAt === null) afterPaint((now) => (seen.readyAt ??= now));
    if (nowReady && alive.every(isAlive)) afterPaint((now) => (seen.usableAt ??= now));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** What the probe recorded in a document. Times in milliseconds since its navigation began. */
export interface Seen {
  firstPaint: number | null;
  largestPaint: number | null;
  /** All inputs are visible and enabled, and the page responds. */
  readyAt: number | null;
  /** In addition, React has hydrated the required elements. */
  usableAt: number | null;
}

/** The elements to wait for, as CSS selectors. */
export interface Wanted {
  ready: string[];
  alive: string[];
}

declare global {
  interface Window {
    tegekaSeen?: Seen;
  }
}

/**
 * Runs in every document before its own scripts. It is sent as text, so it must not use anything
 * outside.
 */
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
  // A message posted in an animation frame arrives after the paint, when the main thread is free.
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

/** What kind of news an alert is. */
export type AlertKind = 'error' | 'warning' | 'success' | 'info';

/** A notification that everybody sees and screen readers announce. */
export interface Alert {
  id: number;
  kind: AlertKind;
  title?: string;
  message: string;
}

/** At most this many are shown; the oldest goes first. */
const MOST = 3;

let shown: readonly Alert[] = [];
let last = 0;
const listeners = new Set<() => void>();

function show(next: readonly Alert[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a notification. The same message is not shown twice at a time. */
export function alert(domainEvents: { title?: string; message: string; kind: AlertKind }): void {
  last += 1;
  const others = shown.filter((one) => one.message !== domainEvents.message);
  show([...others, { ...domainEvents, id: last }].slice(-MOST));
}

/** Takes a notification away; without an id, all of them. */
export function dismissAlert(id?: number): void {
  show(id === undefined ? [] : shown.filter((one) => one.id !== id));
}

/** The notifications that are shown, for the region that draws them. */
export const alerts = {
  current: (): readonly Alert[] => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

import { parseJsonOrNull } from '@tegeka/contract/kit/json.ts';

// What a page needs before React and the router are loaded: alerts, clock, navigation.

/** A value outside of React that screens can watch, with `useSyncExternalStore`. */
export function watched<T>(first: T) {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    current: (): T => current,
    set: (next: T): void => {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A message shown on top of the screen and announced by screen readers. */
export interface Alert {
  id: number;
  /** A warning looks like an error. */
  kind: 'error' | 'warning' | 'success';
  message: string;
  /** What can be done, after a message in the words of the specification. */
  advice?: string | undefined;
}

/** Maximum of visible alerts. The oldest is removed first. */
const MAX_ALERTS = 3;

/** The visible alerts, for the region that renders them. */
export const alerts = watched<readonly Alert[]>([]);
let last = 0;

/** Shows an alert. A message that is already visible is not shown twice. */
export function alert(given: Omit<Alert, 'id'>): void {
  last += 1;
  const others = alerts.current().filter((one) => one.message !== given.message);
  alerts.set([...others, { ...given, id: last }].slice(-MAX_ALERTS));
}

/** Removes an alert, or all without an id. */
export function dismissAlert(id?: number): void {
  alerts.set(id === undefined ? [] : alerts.current().filter((one) => one.id !== id));
}

const KEPT_ALERTS = 'tegeka.alerts';

/** Keeps the visible errors for the page that is loaded next in this tab. */
export function keepAlerts(): void {
  const errors = alerts.current().filter(({ kind }) => kind === 'error');
  if (errors.length > 0) sessionStorage.setItem(KEPT_ALERTS, JSON.stringify(errors));
}

/** Shows the alerts that the page before has kept. */
export function showKeptAlerts(): void {
  // Written by keepAlerts().
  const parse = (value: unknown) => value as readonly Alert[];
  const kept = parseJsonOrNull({ parse }, sessionStorage.getItem(KEPT_ALERTS)) ?? [];
  sessionStorage.removeItem(KEPT_ALERTS);
  for (const { kind, message, advice } of kept) alert({ kind, message, advice });
}

/** Milliseconds since 1970 by this device's clock. */
export function now(): number {
  return Date.now();
}

type Navigate = (to: string) => Promise<void>;

// Before the router is loaded, navigation loads a new page.
let navigate: Navigate = async (to) => location.replace(to);

/** Sets the navigation function: at start, and again when the router is loaded. */
export function setNavigation(given: Navigate): void {
  navigate = given;
}

/** Navigates to a page of this app and replaces the present history entry. */
export async function goTo(to: string): Promise<void> {
  await navigate(to);
}

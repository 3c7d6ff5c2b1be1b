// What a page has before React and the router are there: its alerts, its clock, the way to another page.

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

let shown: readonly Alert[] = [];
let last = 0;
const listeners = new Set<() => void>();

function show(next: readonly Alert[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows an alert. A message that is already visible is not shown twice. */
export function alert(given: Omit<Alert, 'id'>): void {
  last += 1;
  const others = shown.filter((one) => one.message !== given.message);
  show([...others, { ...given, id: last }].slice(-MAX_ALERTS));
}

/** Removes an alert, or all without an id. */
export function dismissAlert(id?: number): void {
  show(id === undefined ? [] : shown.filter((one) => one.id !== id));
}

/** The visible alerts, for the region that renders them. */
export const alerts = {
  current: (): readonly Alert[] => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

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

import { useSyncExternalStore } from 'react';

/** What has just been done, and where it is to be said: over the list, or in a customer's drawer. */
interface DomainEvents {
  place: string;
  words: string;
}

let current: DomainEvents | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The places of what is said over the list and in the form for a new customer; else a customer's id. */
export const LIST = 'list';
export const NEW = 'new';

/** Says what has just been done; null takes it back. Screens change meanwhile, so it lives outside. */
export function showFlashMessage(domainEvents: DomainEvents | null): void {
  current = domainEvents;
  for (const listener of listeners) listener();
}

/** What is to be said at this place. */
export function useFlashMessage(place: string): string | null {
  return useSyncExternalStore(subscribe, () => (current?.place === place ? current.words : null));
}

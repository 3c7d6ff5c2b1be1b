import { useSyncExternalStore } from 'react';

/** What has just been done, and where it is to be said: over the list, or in a customer's drawer. */
interface News {
  place: string;
  words: string;
}

let current: News | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The place of what is said over the list; elsewhere it is the customer's id. */
export const LIST = 'list';

/** Says what has just been done; null takes it back. Screens change meanwhile, so it lives outside. */
export function tellNews(news: News | null): void {
  current = news;
  for (const listener of listeners) listener();
}

/** What is to be said at this place. */
export function useNews(place: string): string | null {
  return useSyncExternalStore(subscribe, () => (current?.place === place ? current.words : null));
}

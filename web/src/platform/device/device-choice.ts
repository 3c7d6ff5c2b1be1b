import { queryOptions } from '@tanstack/react-query';
import { createStore, get, set, type UseStore } from 'idb-keyval';
import { cache } from '#platform/call/cache.ts';

let opened: UseStore | null = null;

/** Opened late: some browsers throw at the mere mention of IndexedDB in a private window. */
function store(): UseStore {
  opened ??= createStore('tegeka-choices', 'choices');
  return opened;
}

async function read(name: string): Promise<unknown> {
  try {
    return (await get<unknown>(name, store())) ?? null;
  } catch {
    return null;
  }
}

/**
 * How somebody likes to see things on this device, by name; null where nothing was chosen. Local
 * storage holds the session's names and no other, so it is in IndexedDB. Nothing personal goes here.
 */
export const choiceQuery = (name: string) =>
  queryOptions<unknown>({
    queryKey: ['device-choice', name],
    queryFn: () => read(name),
    staleTime: Infinity,
  });

/** Keeps a choice. Where the device keeps nothing it holds until the page is left. */
export async function keepChoice(name: string, value: unknown): Promise<void> {
  cache.setQueryData(choiceQuery(name).queryKey, value);
  try {
    await set(name, value, store());
  } catch {
    // The choice is in force on this page; there is nothing else to be done.
  }
}

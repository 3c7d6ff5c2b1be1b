import { queryOptions } from '@tanstack/react-query';
import { createStore, get, set, type UseStore } from 'idb-keyval';
import { cache } from '#platform/call/cache.ts';

let opened: UseStore | null = null;

/** Opened at first use: some browsers throw on any access to IndexedDB in a private window. */
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
 * A display preference on this device, by name. Null by default. In IndexedDB, because local
 * storage is reserved for the session's names. Must not contain personal data.
 */
export const choiceQuery = (name: string) =>
  queryOptions<unknown>({
    queryKey: ['device-choice', name],
    queryFn: () => read(name),
    staleTime: Infinity,
  });

/** Saves a preference. Without storage it is valid until the page is closed. */
export async function keepChoice(name: string, value: unknown): Promise<void> {
  cache.setQueryData(choiceQuery(name).queryKey, value);
  try {
    await set(name, value, store());
  } catch {
    // The preference is already applied to this page. Nothing else can be done.
  }
}

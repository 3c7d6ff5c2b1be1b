import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';

// Drafts of forms on this device: text, numbers and files that were not sent yet. Every entry has the
// email of its owner. A logout deletes the owner's drafts. A session that expires keeps them for the
// next sign-in of the same person.

interface Entry {
  owner: string;
  name: string;
  /** When it was written, in milliseconds since 1970. Old entries are deleted. */
  at: number;
  value: unknown;
}

/** Timeout of the storage in milliseconds. Without an answer a form is shown without its draft. */
const TIMEOUT_MS = 5_000;
const OLDEST_MS = 7 * 24 * 60 * 60 * 1000;
const TAB_KEY = 'tegeka-tab';

let opened: UseStore | null = null;
/** The owner for whom other people's drafts were deleted since this page was loaded. */
let cleanedFor: string | null = null;

/** Opened at first use: some browsers throw on any access to IndexedDB in a private window. */
function store(): UseStore {
  opened ??= createStore('tegeka-drafts', 'drafts');
  return opened;
}

const keyOf = (owner: string, name: string) => `${owner} ${name}`;

async function deleteWhere(test: (entry: Entry) => boolean): Promise<void> {
  const found = await entries<string, Entry>(store());
  const keys = found.filter(([, entry]) => test(entry)).map(([key]) => key);
  if (keys.length > 0) await delMany(keys, store());
}

/**
 * True for old drafts and those of other people than the owner. Nobody is signed in if the owner is
 * empty, such as in a tab whose session has just ended: then the drafts of people are kept.
 */
export const isStale = (entry: Pick<Entry, 'owner' | 'at'>, owner: string, now: number): boolean =>
  (owner !== '' && entry.owner !== owner) || entry.at < now - OLDEST_MS;

/** Deletes the drafts of other people and old drafts, once per page load and owner. */
async function clean(owner: string): Promise<void> {
  if (cleanedFor === owner) return;
  cleanedFor = owner;
  const now = Date.now();
  await deleteWhere((entry) => isStale(entry, owner, now));
}

function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), TIMEOUT_MS));
  return Promise.race([work, late]);
}

async function readEntry(owner: string, name: string): Promise<unknown> {
  try {
    await clean(owner);
    const entry = await get<Entry>(keyOf(owner, name), store());
    return entry?.value ?? null;
  } catch {
    return null;
  }
}

/** Returns an owner's draft by its name. Null without a draft or without storage. */
const read = (owner: string, name: string) => inTime(readEntry(owner, name), null);

/** Stores a value (text, numbers, files, objects of them); null deletes it. False if that failed. */
async function write(owner: string, name: string, value: unknown): Promise<boolean> {
  const key = keyOf(owner, name);
  try {
    if (value === null) await del(key, store());
    else await set(key, { owner, name, at: Date.now(), value } satisfies Entry, store());
    return true;
  } catch {
    return false;
  }
}

/** Deletes every draft of a person, in all tabs; without an owner those of everybody. */
async function clear(owner?: string): Promise<void> {
  try {
    await inTime(
      deleteWhere((entry) => owner === undefined || entry.owner === owner),
      undefined,
    );
  } catch {
    // A browser without storage has nothing to delete.
  }
}

/** The only access to drafts. Its functions never throw. */
export const draftStorage = { read, write, clear };

/** The name of a draft that belongs to this tab alone: two tabs can fill in the same form. */
export function nameInTab(name: string): string {
  try {
    const known = sessionStorage.getItem(TAB_KEY);
    const tab = known ?? crypto.randomUUID();
    if (!known) sessionStorage.setItem(TAB_KEY, tab);
    return `${tab} ${name}`;
  } catch {
    return name;
  }
}

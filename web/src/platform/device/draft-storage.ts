import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';

// What is typed into forms and not sent yet, on this device: text, numbers and files. Every entry
// names the person who typed it. A logout deletes all of it; a session that runs out does not, so
// that the same person finds it again after the next sign-in.

interface Entry {
  owner: string;
  name: string;
  /** When it was written, in milliseconds; what nobody came back for is deleted. */
  at: number;
  value: unknown;
}

/** So long is waited for the storage: one that does not answer must not keep a form from the screen. */
const TIMEOUT_MS = 5_000;
const OLDEST_MS = 7 * 24 * 60 * 60 * 1000;
const TAB_KEY = 'tegeka-tab';

let opened: UseStore | null = null;
/** The owner whose leftovers of others were deleted in this page. */
let cleanedFor: string | null = null;

/** Opened late: some browsers throw at the mere mention of IndexedDB in a private window. */
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

/** Drafts of other people and old ones are deleted unread, once a page. */
async function clean(owner: string): Promise<void> {
  if (cleanedFor === owner) return;
  cleanedFor = owner;
  const oldest = Date.now() - OLDEST_MS;
  await deleteWhere((entry) => entry.owner !== owner || entry.at < oldest);
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

/** What this person has typed under the name; null where there is nothing or no storage. */
const read = (owner: string, name: string) => inTime(readEntry(owner, name), null);

/** Keeps a value (text, numbers, files and objects of them); null deletes it. False where it is not kept. */
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

/** The one place for what is typed and not sent yet. Never throws. */
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

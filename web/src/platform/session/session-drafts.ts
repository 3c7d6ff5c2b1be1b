// What is typed into a form of a signed-in screen is kept in session storage: it is this tab's own,
// outlives a reload and nothing else. Every entry names its person; the end of a session takes all.
const PREFIX = 'tegeka-draft ';

/** What this person has kept under the name in this tab; null where there is none. */
export function readDraft(owner: string, name: string): unknown {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('owner' in kept) || !('value' in kept))
      return null;
    return kept.owner === owner ? kept.value : null;
  } catch {
    return null;
  }
}

/** Keeps something for a reload; null forgets it. False where the browser keeps nothing. */
export function keepDraft(owner: string, name: string, value: unknown): boolean {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify({ owner, value }));
    return true;
  } catch {
    return false;
  }
}

/** Forgets all drafts of this tab: at the end of a session, also of one that ended elsewhere. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // A browser without storage has nothing to forget.
  }
}

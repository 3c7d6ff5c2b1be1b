import { useState } from 'react';
import { session } from '#platform/session/session.ts';
import { keepDraft, readDraft } from '#platform/session/session-drafts.ts';

/** What is being typed, kept in this tab until it is saved. */
export interface Kept<T> {
  /** What was found when the form was opened; null where nothing was. */
  found: T | null;
  /** Keeps it for a reload; null once it is saved or given up. */
  keep: (value: T | null) => void;
  /** True once something could not be kept: a reload would lose it. */
  lost: boolean;
}

/** Keeps what is typed under a name; `read` takes apart again what was kept. */
export function useKept<T>(name: string, read: (kept: unknown) => T | null): Kept<T> {
  const owner = session.current()?.user.email ?? '';
  const keptAs = `customer ${name}`;
  const [found] = useState(() => read(readDraft(owner, keptAs)));
  const [lost, setLost] = useState(false);
  const keep = (value: T | null) => {
    if (!keepDraft(owner, keptAs, value)) setLost(true);
  };
  return { found, keep, lost };
}

import { useEffect, useState } from 'react';
import { draftStorage } from '#platform/device/draft-storage.ts';
import { session } from './session.ts';

/** What is being typed, kept until it is sent or given up. */
export interface DraftHandle<T> {
  /** What was kept before; undefined while it is read, null where there is nothing. */
  found: T | null | undefined;
  /** Keeps the value; null deletes the draft. */
  keep: (value: T | null) => void;
  /** True once something could not be kept: a reload would lose it. */
  lost: boolean;
}

/** The signed-in person's draft of a name; `parse` checks what was kept, which may be of an older version. */
export function useDraft<T>(name: string, parse: (kept: unknown) => T | null): DraftHandle<T> {
  const owner = session.current()?.user.email ?? '';
  const [kept, setKept] = useState<unknown>();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let left = false;
    void draftStorage.read(owner, name).then((value) => {
      if (!left) setKept(value);
    });
    return () => {
      left = true;
    };
  }, [owner, name]);
  const keep = (value: T | null) =>
    void draftStorage.write(owner, name, value).then((written) => {
      if (!written) setLost(true);
    });
  return { found: kept === undefined ? undefined : parse(kept), keep, lost };
}

import { useEffect, useState } from 'react';
import { draftStorage } from '#platform/device/draft-storage.ts';
import { session } from './session.ts';

/** The draft of a form, kept until it is sent or discarded. */
export interface DraftHandle<T> {
  /** The stored draft. Undefined while it is being read, null if there is none. */
  found: T | null | undefined;
  /** Keeps the value; null deletes the draft. */
  keep: (value: T | null) => void;
  /** True once something could not be kept: a reload would lose it. */
  lost: boolean;
}

/** A draft of the signed-in person. `parse` checks it: an older version of the app may have stored it. */
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

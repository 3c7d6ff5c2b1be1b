import { useRef, useState } from 'react';
import { newKey } from '#platform/call/call-headers.ts';
import {
  deleteDraft,
  type Draft,
  type DraftFile,
  type DraftOwner,
  type DraftStart,
  keepDraft,
  keepFile,
} from '#ui/form/draft/field-draft.ts';

/** A form's draft and the ways to change it; each change is kept on the device at once. */
export type DraftHandle = ReturnType<typeof useFieldDraft>;

/** Holds the draft of an owner, starting from what was kept or sent before. */
export function useFieldDraft(owner: DraftOwner, start: DraftStart) {
  const [shown, setShown] = useState(start);
  const [lost, setLost] = useState(false);
  // The latest input, rendered or not: a file is added after an asynchronous check, which must not
  // overwrite what was typed or chosen meanwhile.
  const latest = useRef(start);
  const checks = useRef(new Set<Promise<void>>());

  const note = (write: Promise<boolean>) => void write.then((kept) => kept || setLost(true));
  const keep = (part: Partial<DraftStart>) => {
    latest.current = { ...latest.current, ...part };
    setShown(latest.current);
    note(keepDraft(owner, latest.current));
  };
  const change = (part: Partial<Draft>) =>
    keep({ draft: { ...latest.current.draft, ...part }, attempt: null });
  return {
    draft: shown.draft,
    /** Stored documents, which stay unless they are replaced. */
    stored: shown.fresh.files,
    /** True once something could not be kept: closing or reloading would lose it. */
    lost,
    /** `label` is the label of a choice whose options come from the server. */
    setText: (key: string, text: string, label?: string) => {
      const { texts, chosen } = latest.current.draft;
      change({
        texts: { ...texts, [key]: text },
        chosen: label === undefined ? chosen : { ...chosen, [key]: label },
      });
    },
    setFile: (key: string, file: DraftFile | null) => {
      change({ files: { ...latest.current.draft.files, [key]: file } });
      note(keepFile(owner, key, file));
    },
    /** Registers a running check of a chosen file; `settled` waits for it. */
    addCheck: (check: Promise<void>) => {
      checks.current.add(check);
      void check.finally(() => checks.current.delete(check));
    },
    /** The draft once every file that was chosen has been checked. */
    settled: async () => {
      await Promise.all(checks.current);
      return latest.current.draft;
    },
    /** The idempotency key of this submission: the same until something is changed. */
    attemptKey: () => {
      const attempt = latest.current.attempt ?? newKey();
      if (attempt !== latest.current.attempt) keep({ attempt });
      return attempt;
    },
    dropKey: () => keep({ attempt: null }),
    remove: () => deleteDraft(owner, Object.keys(latest.current.draft.files)),
  };
}

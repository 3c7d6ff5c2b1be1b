import { newKey } from '#platform/device/chance.ts';
import { useRef, useState } from 'react';
import type { Draft, DraftFile, FileField, TextField } from '#ui/form/business-draft.ts';
import {
  type DraftOwner,
  forgetDraft,
  type KeepResult,
  type KeptDraft,
  keepFile,
  keepTexts,
} from '#ui/form/business-keep.ts';

/** The draft at hand, and the ways to change it; each change is kept on the device at once. */
export interface DraftHand<Name extends string = TextField> {
  draft: Draft<Name>;
  /** True once something could not be kept: closing or reloading would lose it. */
  lost: boolean;
  setText: (field: Name, text: string) => void;
  setBank: (id: string, name: string) => void;
  setFile: (field: FileField, file: DraftFile | null) => void;
  /** Tells of a look into a chosen file that has begun, and sets the file if it is good. */
  lookInto: (look: Promise<void>) => void;
  /** The draft as it is once every file that was chosen has been looked at. */
  settled: () => Promise<Draft<Name>>;
  /** The key of this submission: the same until something is changed. */
  attemptKey: () => string;
  dropKey: () => void;
  forget: () => Promise<void>;
}

/** Promises under way: `add` one, or wait for `all`. */
function useUnderWay() {
  const works = useRef(new Set<Promise<void>>());
  return {
    add: (work: Promise<void>) => {
      works.current.add(work);
      void work.finally(() => works.current.delete(work));
    },
    all: () => Promise.all(works.current),
  };
}

/** Holds the draft of an owner, starting from what was kept or submitted before. */
export function useDraft<Name extends string>(
  owner: DraftOwner,
  start: KeptDraft<Name>,
): DraftHand<Name> {
  const [held, setHeld] = useState(start);
  const [lost, setLost] = useState(false);
  // What was entered last, drawn or not: a file arrives when it has been looked at, and must not
  // undo what was typed or chosen meanwhile.
  const latest = useRef(start);
  const looks = useUnderWay();

  const note = (result: Promise<KeepResult>) =>
    void result.then((how) => setLost((before) => before || how === 'lost'));

  const keep = (draft: Draft<Name>, attempt: string | null) => {
    latest.current = { ...latest.current, draft, attempt };
    setHeld(latest.current);
    note(keepTexts(owner, latest.current));
  };
  const change = (how: (draft: Draft<Name>) => Draft<Name>) =>
    keep(how(latest.current.draft), null);
  return {
    draft: held.draft,
    lost,
    setText: (field, text) =>
      change((draft) => ({ ...draft, texts: { ...draft.texts, [field]: text } })),
    setBank: (id, bankName) =>
      change((draft) => ({ ...draft, bankName, texts: { ...draft.texts, bank: id } })),
    setFile: (field, file) => {
      change((draft) => ({ ...draft, files: { ...draft.files, [field]: file } }));
      note(keepFile(owner, field, file));
    },
    lookInto: looks.add,
    settled: async () => {
      await looks.all();
      return latest.current.draft;
    },
    attemptKey: () => {
      const key = latest.current.attempt ?? newKey();
      if (key !== latest.current.attempt) keep(latest.current.draft, key);
      return key;
    },
    dropKey: () => keep(latest.current.draft, null),
    forget: () => forgetDraft(owner),
  };
}

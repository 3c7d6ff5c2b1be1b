import { newKey } from '#platform/chance.ts';
import { useState } from 'react';
import type {
  Draft,
  DraftFile,
  FileField,
  TextField,
} from '#features/registration/registration-draft.ts';
import {
  type DraftOwner,
  forgetDraft,
  type KeepResult,
  keepFile,
  keepTexts,
} from '#features/registration/registration-keep.ts';

/** The draft at hand, and the ways to change it; each change is kept on the device at once. */
export interface DraftHand {
  draft: Draft;
  /** True once something could not be kept: closing or reloading would lose it. */
  lost: boolean;
  setText: (field: TextField, text: string) => void;
  setBank: (id: string, name: string) => void;
  setFile: (field: FileField, file: DraftFile | null) => void;
  /** The key of this submission: the same until something is changed. */
  attemptKey: () => string;
  dropKey: () => void;
  forget: () => Promise<void>;
}

/** Holds the draft of an owner, starting from what was kept or submitted before. */
export function useDraft(
  owner: DraftOwner,
  start: { draft: Draft; attempt: string | null },
): DraftHand {
  const [held, setHeld] = useState(start);
  const [lost, setLost] = useState(false);
  const { draft } = held;

  const note = (result: Promise<KeepResult>) =>
    void result.then((how) => setLost((before) => before || how === 'lost'));

  const keep = (next: Draft, attempt: string | null) => {
    setHeld({ draft: next, attempt });
    note(keepTexts(owner, next, attempt));
  };
  return {
    draft,
    lost,
    setText: (field, text) => keep({ ...draft, texts: { ...draft.texts, [field]: text } }, null),
    setBank: (id, bankName) =>
      keep({ ...draft, bankName, texts: { ...draft.texts, bank: id } }, null),
    setFile: (field, file) => {
      keep({ ...draft, files: { ...draft.files, [field]: file } }, null);
      note(keepFile(owner, field, file));
    },
    attemptKey: () => {
      const key = held.attempt ?? newKey();
      if (key !== held.attempt) keep(draft, key);
      return key;
    },
    dropKey: () => keep(draft, null),
    forget: forgetDraft,
  };
}

import type { RequestDetail } from '@tegeka/contract/approvals.ts';
import { useState } from 'react';
import { decide } from '#features/approvals/approval-calls.ts';
import {
  type DecisionDraft,
  type DecisionKind,
  EMPTY_DECISION,
  readyDecision,
} from '#features/approvals/approval-decision.ts';

/** What went wrong with the last try; after a conflict, reading again is the way on. */
export interface DecisionFailure {
  words: string;
  conflict: boolean;
}

/** A decision in the making. */
export interface Deciding {
  /** The decision whose dialog is open. */
  open: DecisionKind | null;
  draft: DecisionDraft;
  /** What is missing, by field. */
  errors: Record<string, string>;
  failure: DecisionFailure | null;
  working: boolean;
  start: (kind: DecisionKind) => void;
  change: (draft: DecisionDraft) => void;
  close: () => void;
  confirm: (kind: DecisionKind) => Promise<void>;
}

/** Holds what a checker types until it is sent: closed dialogs, errors and reloads keep it. */
export function useDeciding(
  request: RequestDetail,
  onDecided: (kind: DecisionKind) => void,
): Deciding {
  const [open, setOpen] = useState<DecisionKind | null>(null);
  const [draft, setDraft] = useState(EMPTY_DECISION);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<DecisionFailure | null>(null);
  const [working, setWorking] = useState(false);

  const start = (kind: DecisionKind | null) => {
    setErrors({});
    setFailure(null);
    setOpen(kind);
  };
  const confirm = async (kind: DecisionKind) => {
    const ready = readyDecision(kind, draft, request);
    setErrors(ready.ready ? {} : ready.errors);
    if (!ready.ready) return;
    setWorking(true);
    setFailure(null);
    const outcome = await decide(request.id, ready.input);
    setWorking(false);
    if (outcome.kind === 'decided') {
      start(null);
      setDraft(EMPTY_DECISION);
      onDecided(kind);
    } else {
      setFailure({ words: outcome.words, conflict: outcome.kind === 'conflict' });
    }
  };
  const close = () => start(null);
  return { open, draft, errors, failure, working, start, change: setDraft, close, confirm };
}

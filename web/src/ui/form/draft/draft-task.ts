import { useEffect, useState } from 'react';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { session } from '#platform/session/session.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import {
  type Draft,
  type DraftOwner,
  type DraftStart,
  startDraft,
} from '#ui/form/draft/field-draft.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { fieldErrorsOf } from '#ui/form/draft/merchant-form.ts';
import { useFieldDraft } from '#ui/form/draft/use-field-draft.ts';

/** What a form over a draft begins with, and how it is sent. `T` is what is registered now. */
export interface DraftTask<T> {
  /** The name of its draft. */
  name: string;
  /** A draft of another basis is deleted unread. */
  basis: (data: T) => string;
  /** What is registered, in the fields of the form. */
  fresh: (data: T) => Draft;
  latest: (data: T) => Promise<T>;
  /** The refusal of what was made from data that others have changed meanwhile. */
  conflict: ErrorCode;
  /** What is said then, with the server's words, and of a draft that was begun over older data. */
  overtaken: (data: T, words: string | null) => { title: string; text: string };
  send: (draft: Draft, data: T, idempotencyKey: string) => Promise<unknown>;
}

function ownerOf<T>({ name, basis }: DraftTask<T>, data: T): DraftOwner {
  return { name, email: session.current()?.user.email ?? '', basis: basis(data) };
}

/** Reads what a form begins with; null while it is read. */
export function useDraftStart<T>(task: DraftTask<T>, data: T): DraftStart | null {
  const [start, setStart] = useState<DraftStart | null>(null);
  useEffect(() => {
    // Read once: from then on the form knows better.
    if (!start) void startDraft(ownerOf(task, data), task.fresh(data)).then(setStart);
  }, [start, task, data]);
  return start;
}

interface Ends {
  onSent: () => Promise<void>;
  /** Told of fields that the server has refused. */
  onRefused: () => void;
}

/** Sends a draft; where others were faster, lays it over what is registered now. */
export function useDraftTask<T>(task: DraftTask<T>, first: T, start: DraftStart, ends: Ends) {
  const hand = useFieldDraft(ownerOf(task, first), start);
  const [data, setData] = useState(first);
  const [overtaken, setOvertaken] = useState(start.isOlder ? task.overtaken(first, null) : null);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [working, run] = useBusy();
  const refuse = async (error: unknown) => {
    if (!(error instanceof CallFailed)) throw error;
    // A refusal settles it: nothing was made, and a next try is a new one.
    if (error.status >= 400 && error.status < 500) hand.dropKey();
    if (error.problem?.code !== task.conflict) {
      const fields = fieldErrorsOf(error.problem);
      setFailure(error.words());
      setRefused(fields);
      if (Object.keys(fields).length > 0) ends.onRefused();
      return;
    }
    const now = await task.latest(data);
    hand.rebase(ownerOf(task, now), task.fresh(now));
    setData(now);
    setOvertaken(task.overtaken(now, error.words()));
  };
  const send = (draft: Draft) =>
    run(async () => {
      setFailure(null);
      try {
        await task.send(draft, data, hand.attemptKey());
      } catch (error) {
        return refuse(error);
      }
      await hand.remove();
      await ends.onSent();
    });
  return { hand, data, overtaken, failure, refused, setRefused, working, send };
}

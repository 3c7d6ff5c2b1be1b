import { useState } from 'react';
import { CallFailed } from '#platform/call/call-failed.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { fieldErrorsOf } from '#ui/form/draft/merchant-form.ts';
import type { DraftHandle } from '#ui/form/draft/use-field-draft.ts';

/** Sends what a draft says, and holds what the server said of the whole; of fields it tells the form. */
export function useDraftSending(
  handle: DraftHandle,
  onRefused: (fields: FieldErrors, code: string | undefined) => void,
) {
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, run] = useBusy();
  /** Makes the call under the draft's idempotency key; `onSent` comes once the draft is deleted. */
  const send = (
    call: (idempotencyKey: string) => Promise<unknown>,
    onSent: () => void | Promise<void>,
  ) =>
    run(async () => {
      setFailure(null);
      try {
        await call(handle.attemptKey());
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        // A refusal settles it: nothing was made, and a next try is a new one.
        if (error.status >= 400 && error.status < 500) handle.dropKey();
        if (!error.done) {
          setFailure(error.words());
          return onRefused(fieldErrorsOf(error.problem), error.problem?.code);
        }
      }
      await handle.remove();
      await onSent();
    });
  return { failure, sending, send };
}

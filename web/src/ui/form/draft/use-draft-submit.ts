import { useState } from 'react';
import { CallFailed } from '#platform/call/call-failed.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { fieldErrorsOf } from '#ui/form/draft/merchant-form.ts';
import type { DraftHandle } from '#ui/form/draft/use-field-draft.ts';

/** Submits a draft and holds the error about the whole form. Errors of fields go to `onRefused`. */
export function useDraftSubmit(
  handle: DraftHandle,
  onRefused: (fields: FieldErrors, code: string | undefined) => void,
) {
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, run] = useBusy();
  /** Makes the call with the draft's idempotency key. Deletes the draft, then calls `onSent`. */
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
        // Otherwise the key stays until the draft is changed: an attempt before may have succeeded.
        if (error.problem?.code === 'IDEMPOTENCY_KEY_REUSED') handle.dropKey();
        if (!error.done) {
          setFailure(error.userMessage());
          return onRefused(fieldErrorsOf(error.problem), error.problem?.code);
        }
      }
      await handle.remove();
      await onSent();
    });
  return { failure, sending, send };
}

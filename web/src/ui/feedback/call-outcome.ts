import type { FieldError } from '@tegeka/contract/kit/errors.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

/**
 * How a call ended. `refused`: the server understood it and said no, with the error code, and which
 * fields are to blame. `failed`: there is no usable answer, such as without a connection.
 */
export type CallOutcome<T> =
  | { kind: 'saved'; value: T }
  | { kind: 'refused'; code: string; fields: readonly FieldError[]; words: string }
  | { kind: 'failed'; words: string };

/** Waits for a call; what is no failure of the call itself is thrown on. */
export async function outcomeOf<T>(calling: Promise<T>): Promise<CallOutcome<T>> {
  try {
    return { kind: 'saved', value: await calling };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const { problem, status } = error;
    const words = error.words();
    if (!problem || status >= 500) return { kind: 'failed', words };
    return { kind: 'refused', code: problem.code, fields: problem.fields ?? [], words };
  }
}

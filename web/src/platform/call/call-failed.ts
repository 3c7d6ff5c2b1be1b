import type { FieldError, Problem } from '@tegeka/contract/kit/errors.ts';
import { alert } from '#platform/device/page.ts';

/** Why a call failed. */
export interface Failure {
  /** HTTP status. 0 without an answer. */
  status: number;
  problem?: Problem;
  /** The caller aborted it. */
  aborted?: boolean;
  /** No connection, or a timeout. */
  offline?: boolean;
  /** The server executed the request, but its answer could not be read. */
  done?: boolean;
}

/** The error that `call()` throws. */
export class CallFailed extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;
  readonly aborted: boolean;
  readonly offline: boolean;
  readonly done: boolean;

  constructor(failure: Failure) {
    super(failure.problem?.title ?? `Call failed with status ${failure.status}`);
    this.name = 'CallFailed';
    this.status = failure.status;
    this.problem = failure.problem;
    this.aborted = failure.aborted ?? false;
    this.offline = failure.offline ?? false;
    this.done = failure.done ?? false;
  }

  /** The error text to show. For unexpected errors it includes the request id. */
  userMessage(): string {
    if (this.offline) return OFFLINE_TEXT;
    const title = this.problem?.title ?? 'Something went wrong on our side.';
    const id = this.problem?.requestId;
    return id && this.status >= 500 ? `${title} Please tell support: request ${id}.` : title;
  }

  /** Text to add after a sentence of the specification. Undefined if there is nothing to add. */
  advice(): string | undefined {
    return this.offline || (this.problem && this.status < 500) ? this.userMessage() : undefined;
  }

  /** The server's message for a field, by its name in the request (`userInfo.email`, `email`). */
  fieldMessage(field: string): string | undefined {
    return this.problem?.fields?.find((error) => error.field === field)?.message;
  }
}

/**
 * Reports a lookup of a merchant's or bank's profile that failed: 'E' and the status (specification, 8).
 * A lost connection and 503 have been reported, and 404 has a meaning of its own.
 */
export function announceLookup({ status }: CallFailed): void {
  if (![0, 404, 503].includes(status)) alert({ kind: 'error', message: `E${status}` });
}

/** Shown without a connection. */
const OFFLINE_TEXT =
  'There is no connection to the server. What you entered is kept; please try again.';

/** Why a screen could not be loaded. For 503 an alert already says that the server is off. */
export function loadingMessage(error: unknown): string {
  if (!(error instanceof CallFailed)) return 'Something went wrong on this page.';
  return error.status === 503
    ? 'Nothing is lost. Please try again in a moment.'
    : error.userMessage();
}

/**
 * How a call ended. `refused`: a 4xx answer with an error code and the errors of single fields.
 * `failed`: there is no usable answer, such as without a connection.
 */
export type CallOutcome<T> =
  | { kind: 'saved'; value: T }
  | { kind: 'refused'; code: string; fields: readonly FieldError[]; message: string }
  | { kind: 'failed'; message: string };

/** Waits for a call and returns its outcome. Rethrows errors other than `CallFailed`. */
export async function outcomeOf<T>(calling: Promise<T>): Promise<CallOutcome<T>> {
  try {
    return { kind: 'saved', value: await calling };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const { problem, status } = error;
    const message = error.userMessage();
    if (!problem || status >= 500) return { kind: 'failed', message };
    return { kind: 'refused', code: problem.code, fields: problem.fields ?? [], message };
  }
}

import type { Problem } from '@tegeka/contract/kit/errors.ts';

/** How a call ended without an answer that can be used. */
export interface Failure {
  /** HTTP status; 0 where there was no answer. */
  status: number;
  problem?: Problem;
  /** The caller itself gave it up. */
  aborted?: boolean;
  /** There was no connection, or no answer in time. */
  offline?: boolean;
  /** The server has done what was asked; only what it said of it can not be read. */
  done?: boolean;
}

/** What `call()` throws. */
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

  /** What happened, for the person at the screen; with the request's id where it is unexpected. */
  words(): string {
    if (this.offline) return OFFLINE_TEXT;
    const said = this.problem?.title ?? 'Something went wrong on our side.';
    const id = this.problem?.requestId;
    return id && this.status >= 500 ? `${said} Please tell support: request ${id}.` : said;
  }

  /** What the server said about a field, named as in the request (`userInfo.email`, `email`). */
  fieldMessage(field: string): string | undefined {
    return this.problem?.fields?.find((error) => error.field === field)?.message;
  }
}

/** Shown where there is no connection. */
const OFFLINE_TEXT =
  'There is no connection to the server. What you entered is kept; please try again.';

/** Why a screen could not be loaded. That the server is off is told by an alert already. */
export function loadingWords(error: unknown): string {
  if (!(error instanceof CallFailed)) return 'Something went wrong on this page.';
  return error.status === 503 ? 'Nothing is lost. Please try again in a moment.' : error.words();
}

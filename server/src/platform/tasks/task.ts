import type { PlatformTx } from '#platform/database/database.ts';

/** The next step and its time. When a server starts it may begin earlier. */
export interface Later<Step extends string = string> {
  step: Step;
  at: Date;
}

/** What a task is about. There is one task for each kind and subject. */
export interface TaskKey {
  organizationId: string;
  kind: string;
  subjectId: string;
}

/**
 * One attempt at a step of a task. What it writes with `tx` and `end` is committed only while it is the
 * newest attempt. If the task was started again or taken over, it is rolled back.
 */
export interface Run<Step extends string = string> extends TaskKey {
  step: Step;
  /** The number of the attempt, unique within the task. */
  attempt: number;
  /** Aborted when the server stops; another one takes the task over. */
  stopping: AbortSignal;
  /** Runs a transaction with a statement timeout of ten minutes. Throws Superseded. */
  tx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T>;
  /**
   * Ends the step: the last writes, and in the same transaction the next step, now or later, or null if
   * there is none. A step that does not call it ends with null. Throws Superseded.
   */
  end(work: (tx: PlatformTx) => Promise<Step | Later<Step> | null>): Promise<void>;
  /**
   * Records the progress, at most twice a second, in a transaction of its own. Throws Superseded, and
   * an AbortError when the server stops.
   */
  progress(done: number): Promise<void>;
}

export interface Task<Step extends string> {
  /** Its name in the table of tasks. */
  kind: string;
  /** Tasks that one server works on at once; 1 by default. */
  concurrency?: number;
  /**
   * Steps by name. A step that throws, or whose server crashes, runs again from its beginning: it must
   * be idempotent, or do all its writes in `end`.
   */
  steps: { [step in Step]: (run: Run<Step>) => Promise<void> };
  /**
   * Handles a step that has failed too often, in the transaction that ends the task. Returns the next
   * step, or null.
   */
  givenUp: (tx: PlatformTx, run: Run<Step>) => Promise<Step | null>;
}

/** Declares a kind of work with the exact names of its steps. */
export function task<const Step extends string>(declared: Task<Step>): Task<Step> {
  return declared;
}

/** Thrown when an attempt is no longer the newest one; its transaction is rolled back. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

import type { PlatformTx } from '#platform/database/database.ts';

/** A step that comes next, not before its time. */
export interface Later<Step extends string = string> {
  step: Step;
  at: Date;
}

/** The thing that work is done for; there is one task a kind and subject. */
export interface TaskKey {
  organizationId: string;
  kind: string;
  subjectId: string;
}

/**
 * One attempt at a step of a task. What it writes with `tx` and `end` counts only while it is the
 * newest attempt: work that was ordered anew or taken over is rolled back.
 */
export interface Run<Step extends string = string> extends TaskKey {
  step: Step;
  /** Never the same for two attempts of a task. */
  attempt: number;
  /** Aborted when the server stops; another one takes the task over. */
  stopping: AbortSignal;
  /** Writes in a transaction with minutes for a statement. Throws Superseded. */
  tx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T>;
  /**
   * Ends the step: the last writes, and in the same transaction what comes next: a step, now or later,
   * or null where there is nothing more to do. A step that is due later may still begin earlier, when
   * a server starts. Without it a step ends with null. Throws Superseded.
   */
  end(work: (tx: PlatformTx) => Promise<Step | Later<Step> | null>): Promise<void>;
  /**
   * Tells how far the work is; written twice a second at most and at once visible. Throws Superseded,
   * and an AbortError when the server stops.
   */
  progress(done: number): Promise<void>;
}

export interface Task<Step extends string> {
  /** Its name in the table of tasks. */
  kind: string;
  /** Tasks that one server works on at once; 1 unless told. */
  concurrency?: number;
  /**
   * Steps by name. A step that throws, or whose server crashes, runs again from its beginning: it must
   * bear that, or do all that lasts in `end`.
   */
  steps: { [step in Step]: (run: Run<Step>) => Promise<void> };
  /**
   * What becomes of the subject when a step has failed too often; runs in the last transaction. Gives
   * the step that comes next, or null.
   */
  givenUp: (tx: PlatformTx, run: Run<Step>) => Promise<Step | null>;
}

/** Declares a kind of work with the exact names of its steps. */
export function task<const Step extends string>(declared: Task<Step>): Task<Step> {
  return declared;
}

/** This attempt is not the newest any more: nothing of it counts. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

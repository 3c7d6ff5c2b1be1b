import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';

/**
 * Work that is due at a moment of the business clock: a consent that expires, a reminder, a session's
 * cut-off. Everything that is due is done in the order of its moments, also when the clock was moved.
 */
export interface DueWork {
  /** The first moment at which something is due, in the past too; null where nothing is. */
  next(tx: PlatformTx, ctx: AppContext): Promise<Date | null>;
  /**
   * Does what is due at or before a moment, in transactions of its own and in bounded batches. Two
   * servers may run it at once, and it may run again: what is done must not be due any more. Returns
   * what was done, for operators who move the clock. Calls `later` if another server has locked
   * something that is due; it then runs again with the next poll.
   */
  run(ctx: AppContext, at: Date, later: () => void): Promise<DueDone>;
}

/** Runs batches until one is not full. Returns the number of items of all batches. */
export async function inBatches(size: number, work: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let worked = size; worked === size; total += worked) worked = await work();
  return total;
}

/** Counts of what was done, by a label such as `Payers reminded`; 0 adds nothing. */
export type DueDone = Readonly<Record<string, number>>;

/** The work that is due first, and when; null where nothing is due up to a moment. */
export async function firstDue(
  ctx: AppContext,
  tx: PlatformTx,
  works: readonly DueWork[],
  until: Date,
): Promise<{ work: DueWork; at: Date } | null> {
  let first: { work: DueWork; at: Date } | null = null;
  for (const work of works) {
    const at = await work.next(tx, ctx);
    if (at !== null && at <= until && (first === null || at < first.at)) first = { work, at };
  }
  return first;
}

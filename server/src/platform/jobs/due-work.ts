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
   * servers may run it at once, and it may run again: what is done must not be due any more. Answers
   * what was done, for operators who move the clock. Where something is due that another server holds it
   * calls `later`, and runs again in the next round.
   */
  run(ctx: AppContext, at: Date, later: () => void): Promise<DueDone>;
}

/** Works in batches until one is not full; gives the sum of what each of them worked on. */
export async function inBatches(size: number, work: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let worked = size; worked === size; total += worked) worked = await work();
  return total;
}

/** How often something was done, by its words, such as `Payers reminded`; 0 adds nothing. */
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

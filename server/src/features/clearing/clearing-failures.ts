import type { PlatformTx, Tx } from '#platform/database/database.ts';

/** After so many failures only an operator retries a file. */
export const FAILURES_MAX = 10;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** Counts a failure of our work on a file and sets the next try, with backoff. Returns the count. */
export async function countFailure(tx: PlatformTx, id: string, now: Date): Promise<number> {
  const { failures } = await tx
    .updateTable('clearing_files')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirstOrThrow();
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  const retry_at = failures >= FAILURES_MAX ? null : new Date(now.getTime() + pause);
  await tx.updateTable('clearing_files').set({ retry_at }).where('id', '=', id).execute();
  return failures;
}

/** Makes a failed file due for a retry now. Returns false where it has not failed, or is finished. */
export async function retryNow(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('clearing_files')
    .set({ retry_at: now, failures: FAILURES_MAX - 1 })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .where('state', 'in', ['SEALED', 'RECEIVED'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

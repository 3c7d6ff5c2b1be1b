import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Actor } from '#platform/state/transition.ts';
import { closeOfFile } from './clearing-exceptions.ts';
import { lockFile, moveFile } from './clearing-store.ts';

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
    .where('state', 'in', ['READY', 'RECEIVED'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Makes a refused file due to be read again, for example after a setting was corrected. Nothing of it was taken
 * in, so it counts once. Its exceptions are closed: a new refusal opens a new one. Returns false where it is not
 * refused, its bytes were not stored, or it was uploaded and no second operator has approved it.
 */
export async function reread(
  tx: PlatformTx,
  id: string,
  made: { actor: Actor; reason: string; at: Date },
): Promise<boolean> {
  const file = await tx
    .selectFrom('clearing_files')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'REFUSED')
    .where('encrypted_content', 'is not', null)
    // Others are uploads without an approval, see `uploadManually`.
    .whereRef('known_by', '=', 'sha256')
    .forUpdate()
    .executeTakeFirst();
  if (!file) return false;
  // As a new file: sender, account and message id are checked again.
  const set = { message: null, message_id: null, items: null, failures: 0, retry_at: null };
  await moveFile(tx, { id, to: 'RECEIVED', ...made, set });
  await closeOfFile(tx, id, made);
  return true;
}

/** Counts an attempt to send a file (1), or takes it back where nothing of the file has gone out (-1). */
export async function countSend(tx: PlatformTx, id: string, by: 1 | -1): Promise<void> {
  await tx
    .updateTable('clearing_files')
    .set((eb) => ({ open_sends: eb('open_sends', '+', by) }))
    .where('id', '=', id)
    .execute();
}

/**
 * Counts an attempt to send a file and commits that before anything goes out: after a crash nobody knows whether
 * the file went out, and such a file is not withdrawn. Returns false where it is no longer to be sent, or is locked.
 */
export function beginSending(ctx: AppContext, id: string): Promise<boolean> {
  return ctx.db.asPlatform('a file is about to go out', async (tx) => {
    if (!(await lockFile(tx, id, 'READY'))) return false;
    await countSend(tx, id, 1);
    return true;
  });
}

import type { PlatformTx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { Superseded } from './imports-error.ts';
import { type ImportTransition, transitionImport } from './imports-transitions.ts';
import { lockImport, type ImportRow } from './imports-store.ts';

/** A task that was taken up. */
export interface ImportJob {
  /** The upload as it was then; its attempt is this worker's number. */
  row: ImportRow;
  /** The server ends: another one goes on. */
  ending: AbortSignal;
}

/** Milliseconds between two notes of how far the work is. */
const NOTE_PERIOD = 500;

/** The upload, locked, as long as this worker's number is the newest. Throws Superseded. */
export async function lockOwn(tx: PlatformTx, { row }: ImportJob): Promise<ImportRow> {
  const held = await lockImport(tx, row.id);
  if (!held || held.attempt !== row.attempt || held.state !== row.state) throw new Superseded();
  return held;
}

/** Moves the upload in a transaction of its own. Throws Superseded. */
export async function settle(
  db: Pick<AppContext['db'], 'asPlatform'>,
  job: ImportJob,
  move: ImportTransition,
): Promise<void> {
  await db.asPlatform('settle an import', async (tx) =>
    transitionImport(tx, await lockOwn(tx, job), move),
  );
}

/**
 * Notes twice a second how far the work is, beside its transaction, so that it can be read at once.
 * Throws Superseded where a person has ended the work, and breaks off when the server ends.
 */
export function openProgress(ctx: AppContext, { row, ending }: ImportJob) {
  let noted = ctx.clock.now().getTime();
  return async (rows: number): Promise<void> => {
    ending.throwIfAborted();
    const now = ctx.clock.now().getTime();
    if (now - noted < NOTE_PERIOD) return;
    noted = now;
    const { numUpdatedRows } = await ctx.db.asPlatform('note progress', (tx) =>
      tx
        .updateTable('customer_imports')
        .set({ done_rows: rows })
        .where('id', '=', row.id)
        .where('attempt', '=', row.attempt)
        .executeTakeFirst(),
    );
    if (numUpdatedRows !== 1n) throw new Superseded();
  };
}

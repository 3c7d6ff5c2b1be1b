import type { Frame } from '#platform/frame.ts';
import { applyImport } from './imports-apply.ts';
import { checkImport } from './imports-check.ts';
import { clearImport } from './imports-clear.ts';
import { ImportFault, Superseded } from './imports-fault.ts';
import { type ImportJob, settle } from './imports-job.ts';
import { holdImport, type ImportRow, taskOf } from './imports-store.ts';

/** Errors of ours in a row after which a person is asked, and beginnings without an end. */
const ERRORS_MAX = 5;
const BEGINNINGS_MAX = 100;

/** Takes a task up: from here on whoever worked on it before can change nothing. */
function takeUp(frame: Frame, id: string): Promise<ImportRow | null> {
  return frame.db.asPlatform('take up an import', async (tx) => {
    const row = await holdImport(tx, id);
    if (!row || !taskOf(row)) return null;
    return tx
      .updateTable('customer_imports')
      .set({
        ...{ attempt: row.attempt + 1, beginnings: row.beginnings + 1, done_rows: 0 },
        // What went wrong before a person last did something is over.
        failure: null,
        failure_row: null,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Ends a check that can not go on, or gives a confirmed upload back to people. */
function giveUp(frame: Frame, job: ImportJob, fault: ImportFault): Promise<void> {
  const failure = { failure: fault.code, failure_row: fault.row };
  const isCheck = taskOf(job.row) === 'CHECK';
  return settle(frame.db, job, {
    to: isCheck ? 'FAILED' : 'CHECKED',
    ...{ actorId: null, reason: fault.code, at: frame.clock.now() },
    set: isCheck ? failure : { ...failure, mode: null },
  });
}

function countError(frame: Frame, { row }: ImportJob): Promise<unknown> {
  return frame.db.asPlatform('count an error of an import', (tx) =>
    tx
      .updateTable('customer_imports')
      .set((eb) => ({ errors: eb('errors', '+', 1) }))
      .where('id', '=', row.id)
      .where('attempt', '=', row.attempt)
      .execute(),
  );
}

async function work(frame: Frame, job: ImportJob): Promise<void> {
  const { row } = job;
  // A file that ends its server again and again must not do so for ever.
  if (row.errors >= ERRORS_MAX || row.beginnings > BEGINNINGS_MAX) {
    await giveUp(frame, job, new ImportFault('UNEXPECTED'));
    return;
  }
  try {
    await (taskOf(row) === 'CHECK' ? checkImport(frame, job) : applyImport(frame, job));
  } catch (error) {
    if (error instanceof ImportFault) {
      await giveUp(frame, job, error);
      return;
    }
    if (!(error instanceof Superseded) && !job.ending.aborted) await countError(frame, job);
    throw error;
  }
}

/**
 * Does what there is to do about an upload, unless another worker is at it. Work that was broken off
 * begins anew; what it had done does not count.
 */
export async function workOnImport(frame: Frame, id: string, ending: AbortSignal): Promise<void> {
  await frame.bulk.alone(`import ${id}`, async () => {
    try {
      for (let row = await takeUp(frame, id); row; row = await takeUp(frame, id)) {
        await work(frame, { row, ending });
      }
    } catch (error) {
      if (!(error instanceof Superseded)) throw error;
    }
    await clearImport(frame, id);
  });
}

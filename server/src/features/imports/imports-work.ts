import type { AppContext } from '#platform/app-context.ts';
import { applyImport } from './imports-apply.ts';
import { checkImport } from './imports-check.ts';
import { clearImport } from './imports-clear.ts';
import { ImportError, Superseded } from './imports-error.ts';
import { type ImportJob, settle } from './imports-job.ts';
import { lockImport, type ImportRow, taskOf } from './imports-store.ts';

/** Errors of ours in a row after which a person is asked, and beginnings without an end. */
const ERRORS_MAX = 5;
const BEGINNINGS_MAX = 100;

/** Takes a task up: from here on whoever worked on it before can change nothing. */
function takeUp(ctx: AppContext, id: string): Promise<ImportRow | null> {
  return ctx.db.asPlatform('take up an import', async (tx) => {
    const row = await lockImport(tx, id);
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
function giveUp(ctx: AppContext, job: ImportJob, error: ImportError): Promise<void> {
  const failure = { failure: error.code, failure_row: error.row };
  const isCheck = taskOf(job.row) === 'CHECK';
  return settle(ctx.db, job, {
    to: isCheck ? 'FAILED' : 'CHECKED',
    ...{ actorId: null, reason: error.code, at: ctx.clock.now() },
    set: isCheck ? failure : { ...failure, mode: null },
  });
}

function countError(ctx: AppContext, { row }: ImportJob): Promise<unknown> {
  return ctx.db.asPlatform('count an error of an import', (tx) =>
    tx
      .updateTable('customer_imports')
      .set((eb) => ({ errors: eb('errors', '+', 1) }))
      .where('id', '=', row.id)
      .where('attempt', '=', row.attempt)
      .execute(),
  );
}

async function work(ctx: AppContext, job: ImportJob): Promise<void> {
  const { row } = job;
  // A file that ends its server again and again must not do so for ever.
  if (row.errors >= ERRORS_MAX || row.beginnings > BEGINNINGS_MAX) {
    await giveUp(ctx, job, new ImportError('UNEXPECTED'));
    return;
  }
  try {
    await (taskOf(row) === 'CHECK' ? checkImport(ctx, job) : applyImport(ctx, job));
  } catch (error) {
    if (error instanceof ImportError) {
      await giveUp(ctx, job, error);
      return;
    }
    if (!(error instanceof Superseded) && !job.ending.aborted) await countError(ctx, job);
    throw error;
  }
}

/**
 * Does what there is to do about an upload, unless another worker is at it. Work that was broken off
 * begins anew; what it had done does not count.
 */
export async function workOnImport(
  ctx: AppContext,
  id: string,
  ending: AbortSignal,
): Promise<void> {
  await ctx.bulk.alone(`import ${id}`, async () => {
    try {
      for (let row = await takeUp(ctx, id); row; row = await takeUp(ctx, id)) {
        await work(ctx, { row, ending });
      }
    } catch (error) {
      if (!(error instanceof Superseded)) throw error;
    }
    await clearImport(ctx, id);
  });
}

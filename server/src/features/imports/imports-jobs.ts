import * as z from 'zod/mini';
import type { Frame } from '#platform/frame.ts';
import { describeError } from '#platform/log.ts';
import { clearImport, forgetRows } from './imports-clear.ts';
import { moveImport } from './imports-moves.ts';
import { holdImport, IMPORT_WAIT } from './imports-store.ts';
import { IMPORT_READIED } from './imports-verbs.ts';
import { workOnImport } from './imports-work.ts';

const QUEUE = 'imports';
/** Files that one server works on at once. */
const AT_ONCE = 2;
const BATCH = 100;

const payloadShape = z.object({ id: z.uuid() });

/** A job of its own each time: one that found its upload held must not stand for those that follow. */
function send(frame: Frame, id: string): Promise<void> {
  return frame.jobs.send(QUEUE, { id }, frame.ids.uuid(frame.clock.now()));
}

/**
 * Puts every task back into the queue whose worker may have died. Where one is at work the job finds
 * its name held and ends.
 */
async function requeueImports(frame: Frame): Promise<void> {
  const waiting = await frame.db.asPlatform('find imports without a worker', (tx) =>
    tx
      .selectFrom('customer_imports')
      .select('id')
      .where('state', 'in', ['UPLOADED', 'CONFIRMED'])
      .where((eb) => eb.or([eb('state', '=', 'CONFIRMED'), eb('mapping_needed', '=', false)]))
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  );
  for (const { id } of waiting) await send(frame, id);
}

/** Gives uploads up that nobody has decided on. */
async function cancelForgotten(frame: Frame): Promise<void> {
  await frame.db.asPlatform('give up forgotten imports', async (tx) => {
    const at = frame.clock.now();
    const rows = await tx
      .selectFrom('customer_imports')
      .select('id')
      .where('state', 'in', ['UPLOADED', 'CHECKED'])
      .where('touched_at', '<', new Date(at.getTime() - IMPORT_WAIT))
      .limit(BATCH)
      .execute();
    for (const { id } of rows) {
      const row = await holdImport(tx, id);
      if (!row || !['UPLOADED', 'CHECKED'].includes(row.state)) continue;
      const set = { attempt: row.attempt + 1 };
      const reason = 'Nobody decided on it';
      await moveImport(tx, row, { to: 'CANCELLED', actorId: null, reason, at, set });
    }
  });
}

function endedWith(frame: Frame, leftover: 'file_id' | 'rows_until') {
  return frame.db.asPlatform('find leftovers of imports', (tx) => {
    const rows = tx.selectFrom('customer_imports').select('id').where('ended_at', 'is not', null);
    const found =
      leftover === 'file_id'
        ? rows.where('file_id', 'is not', null)
        : rows.where('rows_until', '<', frame.clock.now());
    return found.limit(BATCH).execute();
  });
}

async function forgetRefused(frame: Frame, id: string): Promise<void> {
  await forgetRows(frame, id, 'all rows');
  await frame.db.asPlatform('end of the refused rows of an import', (tx) =>
    tx.updateTable('customer_imports').set({ rows_until: null }).where('id', '=', id).execute(),
  );
}

/** Removes what uploads have left behind: files and rows after their end, refused rows after a month. */
export async function sweepImports(frame: Frame): Promise<void> {
  await cancelForgotten(frame);
  for (const { id } of await endedWith(frame, 'file_id')) await clearImport(frame, id);
  for (const { id } of await endedWith(frame, 'rows_until')) await forgetRefused(frame, id);
}

/** Starts the jobs of imports. */
export async function importJobs(frame: Frame): Promise<void> {
  await frame.jobs.work<{ id: string }>(
    QUEUE,
    ({ id }, ending) => workOnImport(frame, id, ending),
    AT_ONCE,
  );
  await frame.news.on(IMPORT_READIED, 'work', async ({ payload }) => {
    await send(frame, payloadShape.parse(payload).id);
  });
  await frame.jobs.every('imports-requeue', '* * * * *', () => requeueImports(frame));
  await frame.jobs.every('imports-sweep', '*/10 * * * *', () => sweepImports(frame));
  // A server that starts again goes on at once with what it was killed over.
  await requeueImports(frame).catch((error: unknown) => {
    frame.log.warn(describeError(error), 'imports wait');
  });
}

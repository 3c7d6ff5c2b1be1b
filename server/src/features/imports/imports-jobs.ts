import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';
import { describeError } from '#platform/log.ts';
import { clearImport, forgetRows } from './imports-clear.ts';
import { transitionImport } from './imports-transitions.ts';
import { lockImport, IMPORT_WAIT } from './imports-store.ts';
import { IMPORT_READIED } from './imports-service.ts';
import { workOnImport } from './imports-work.ts';

const QUEUE = 'imports';
/** Files that one server works on at once. */
const AT_ONCE = 2;
const BATCH = 100;

const payloadShape = z.object({ id: z.uuid() });

/** A job of its own each time: one that found its upload held must not stand for those that follow. */
function send(ctx: AppContext, id: string): Promise<void> {
  return ctx.jobs.send(QUEUE, { id }, ctx.ids.uuid(ctx.clock.now()));
}

/**
 * Puts every task back into the queue whose worker may have died. Where one is at work the job finds
 * its name held and ends.
 */
async function requeueImports(ctx: AppContext): Promise<void> {
  const waiting = await ctx.db.asPlatform('find imports without a worker', (tx) =>
    tx
      .selectFrom('customer_imports')
      .select('id')
      .where('state', 'in', ['UPLOADED', 'CONFIRMED'])
      .where((eb) => eb.or([eb('state', '=', 'CONFIRMED'), eb('mapping_needed', '=', false)]))
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  );
  for (const { id } of waiting) await send(ctx, id);
}

/** Gives uploads up that nobody has decided on. */
async function cancelForgotten(ctx: AppContext): Promise<void> {
  await ctx.db.asPlatform('give up forgotten imports', async (tx) => {
    const at = ctx.clock.now();
    const rows = await tx
      .selectFrom('customer_imports')
      .select('id')
      .where('state', 'in', ['UPLOADED', 'CHECKED'])
      .where('touched_at', '<', new Date(at.getTime() - IMPORT_WAIT))
      .limit(BATCH)
      .execute();
    for (const { id } of rows) {
      const row = await lockImport(tx, id);
      if (!row || !['UPLOADED', 'CHECKED'].includes(row.state)) continue;
      const set = { attempt: row.attempt + 1 };
      const reason = 'Nobody decided on it';
      await transitionImport(tx, row, { to: 'CANCELLED', actorId: null, reason, at, set });
    }
  });
}

function endedWith(ctx: AppContext, leftover: 'file_id' | 'rows_until') {
  return ctx.db.asPlatform('find leftovers of imports', (tx) => {
    const rows = tx.selectFrom('customer_imports').select('id').where('ended_at', 'is not', null);
    const found =
      leftover === 'file_id'
        ? rows.where('file_id', 'is not', null)
        : rows.where('rows_until', '<', ctx.clock.now());
    return found.limit(BATCH).execute();
  });
}

async function forgetRefused(ctx: AppContext, id: string): Promise<void> {
  await forgetRows(ctx, id, 'all rows');
  await ctx.db.asPlatform('end of the refused rows of an import', (tx) =>
    tx.updateTable('customer_imports').set({ rows_until: null }).where('id', '=', id).execute(),
  );
}

/** Removes what uploads have left behind: files and rows after their end, refused rows after a month. */
export async function sweepImports(ctx: AppContext): Promise<void> {
  await cancelForgotten(ctx);
  for (const { id } of await endedWith(ctx, 'file_id')) await clearImport(ctx, id);
  for (const { id } of await endedWith(ctx, 'rows_until')) await forgetRefused(ctx, id);
}

/** Starts the jobs of imports. */
export async function importJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.work<{ id: string }>(
    QUEUE,
    ({ id }, ending) => workOnImport(ctx, id, ending),
    AT_ONCE,
  );
  await ctx.domainEvents.on(IMPORT_READIED, 'work', async ({ payload }) => {
    await send(ctx, payloadShape.parse(payload).id);
  });
  await ctx.jobs.every('imports-requeue', '* * * * *', () => requeueImports(ctx));
  await ctx.jobs.every('imports-sweep', '*/10 * * * *', () => sweepImports(ctx));
  // A server that starts again goes on at once with what it was killed over.
  await requeueImports(ctx).catch((error: unknown) => {
    ctx.log.warn(describeError(error), 'imports wait');
  });
}

import type { AppContext } from '#platform/app-context.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { forgetRows } from './imports-rows-store.ts';
import { findOf, type ImportRun, keyOf } from './imports-steps.ts';
import { IMPORT_WAIT, startStep, transitionImport } from './imports-store.ts';

/** Maximum of imports that one run of the sweep cancels. */
const BATCH = 100;
/** How long refused rows can be fetched after the end, milliseconds. */
const KEEP_REFUSED = 30 * 24 * 60 * 60 * 1000;

/** Deletes the file and the rows of an ended import. Only a DONE one keeps its refused rows for a while. */
export async function clearImport(ctx: AppContext, run: ImportRun): Promise<void> {
  const key = keyOf(run);
  const row = await findOf(ctx, run);
  const fileId = row?.file_id;
  if (!row?.ended_at || !fileId) return;
  const keeps = row.state === 'DONE' && (row.refused_rows ?? 0) > 0;
  const until = keeps ? new Date(row.ended_at.getTime() + KEEP_REFUSED) : null;
  await run.end(async (tx) => {
    await forgetRows(tx, key, keeps ? 'good rows' : 'all rows');
    await ctx.files.removeRow(tx, fileId);
    await tx
      .updateTable('imports')
      .set({ file_id: null, rows_until: until })
      .where('organization_id', '=', key.organizationId)
      .where('id', '=', key.importId)
      .execute();
    return null;
  });
  await ctx.files.removeBytes(fileId);
}

/** Cancels imports that nobody has decided on, and deletes refused rows after a month. */
export async function sweepImports(ctx: AppContext): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.asPlatform('cancel forgotten imports', async (tx) => {
    const rows = await tx
      .selectFrom('imports')
      .select(['organization_id as organizationId', 'id as importId'])
      .where('state', 'in', ['UPLOADED', 'CHECKED'])
      .where('touched_at', '<', new Date(at.getTime() - IMPORT_WAIT))
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    const reason = 'Nobody decided on it';
    for (const key of rows) {
      const to = { to: 'CANCELLED', actor: SYSTEM, reason, at } as const;
      await transitionImport(tx, { id: key.importId, ...to });
      await startStep(ctx, tx, key, 'clear');
    }
  });
  await ctx.bulk.asPlatform('forget refused rows of imports', async (tx) => {
    const rows = await tx
      .updateTable('imports')
      .set({ rows_until: null })
      .where('ended_at', 'is not', null)
      .where('rows_until', '<', at)
      .returning(['organization_id as organizationId', 'id as importId'])
      .execute();
    for (const key of rows) await forgetRows(tx, key, 'all rows');
  });
}

import type { AppContext } from '#platform/app-context.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { type ImportRun, keyOf, startStep } from './imports-run.ts';
import { findImport, IMPORT_WAIT, type ImportRow } from './imports-store.ts';
import { transitionImport } from './imports-transition.ts';
import { forgetRows } from './rows/imports-rows-store.ts';

/** Imports that one round of the sweep looks after. */
const BATCH = 100;
/** How long refused rows can be fetched after the end. */
const KEEP_REFUSED = 30 * 24 * 60 * 60 * 1000;

/** Which of its rows an import keeps after its end: refused ones, of a file that was imported. */
function keepsRefused({ state, refused_rows: refused }: ImportRow): boolean {
  return state === 'DONE' && (refused ?? 0) > 0;
}

/** Removes what an import needs no more once it has ended: its file and its rows. */
export async function clearImport(ctx: AppContext, run: ImportRun): Promise<void> {
  const key = keyOf(run);
  const row = await ctx.db.asPlatform('find an import', (tx) => findImport(tx, key));
  if (!row?.ended_at || row.file_id === null) return;
  const { file_id: fileId } = row;
  const keeps = keepsRefused(row);
  const until = keeps ? new Date(row.ended_at.getTime() + KEEP_REFUSED) : null;
  await run.end(async (tx) => {
    await forgetRows(tx, key, keeps ? 'good rows' : 'all rows');
    await ctx.files.removeRow(tx, fileId);
    await tx
      .updateTable('customer_imports')
      .set({ file_id: null, rows_until: until })
      .where('organization_id', '=', key.organizationId)
      .where('id', '=', key.importId)
      .execute();
    return null;
  });
  await ctx.files.removeBytes(fileId);
}

/** Cancels imports that nobody has decided on. */
async function cancelForgotten(ctx: AppContext): Promise<void> {
  await ctx.db.asPlatform('cancel forgotten imports', async (tx) => {
    const at = ctx.clock.now();
    const rows = await tx
      .selectFrom('customer_imports')
      .selectAll()
      .where('state', 'in', ['UPLOADED', 'CHECKED'])
      .where('touched_at', '<', new Date(at.getTime() - IMPORT_WAIT))
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    const reason = 'Nobody decided on it';
    for (const row of rows) {
      const cancelled = await transitionImport(tx, row, {
        to: 'CANCELLED',
        actor: SYSTEM,
        reason,
        at,
      });
      await startStep(ctx, tx, cancelled, 'clear');
    }
  });
}

async function forgetRefused(ctx: AppContext): Promise<void> {
  await ctx.bulk.asPlatform('forget refused rows of imports', async (tx) => {
    const rows = await tx
      .updateTable('customer_imports')
      .set({ rows_until: null })
      .where('ended_at', 'is not', null)
      .where('rows_until', '<', ctx.clock.now())
      .returning(['organization_id as organizationId', 'id as importId'])
      .execute();
    for (const key of rows) await forgetRows(tx, key, 'all rows');
  });
}

/** Removes what imports have left behind: files and rows after their end, refused rows after a month. */
export async function sweepImports(ctx: AppContext): Promise<void> {
  await cancelForgotten(ctx);
  await forgetRefused(ctx);
}

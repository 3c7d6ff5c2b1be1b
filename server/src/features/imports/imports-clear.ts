import { sql } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import { findImport, type ImportRow } from './imports-store.ts';

/** Rows that are removed by one statement. */
const STEP = 50_000;
const DAY = 24 * 60 * 60 * 1000;
/** How long refused rows can be fetched after the end. */
const KEEP_REFUSED = 30 * DAY;

/** Removes rows of an upload, in steps that hold nobody up. */
export async function forgetRows(
  ctx: AppContext,
  importId: string,
  which: 'all rows' | 'good rows',
): Promise<void> {
  const good = which === 'good rows' ? sql`and refusals is null` : sql``;
  for (let removed = STEP; removed === STEP;) {
    const { numAffectedRows } = await ctx.db.asPlatform('remove rows of an import', (tx) =>
      sql`delete from customer_import_rows where ctid = any (array(
        select ctid from customer_import_rows where import_id = ${importId} ${good}
        limit ${sql.lit(STEP)}))`.execute(tx),
    );
    removed = Number(numAffectedRows ?? 0);
  }
}

/** Which of its rows an upload keeps after its end: refused ones, of a file that was imported. */
function keepsRefused({ state, refused_rows: refused }: ImportRow): boolean {
  return state === 'DONE' && (refused ?? 0) > 0;
}

/** Removes what an upload needs no more once it has ended: its file and its rows. */
export async function clearImport(ctx: AppContext, id: string): Promise<void> {
  const row = await ctx.db.asPlatform('look at an import', (tx) => findImport(tx, id));
  if (!row?.ended_at || row.file_id === null) return;
  const { file_id: fileId } = row;
  const keeps = keepsRefused(row);
  await forgetRows(ctx, id, keeps ? 'good rows' : 'all rows');
  const until = keeps ? new Date(row.ended_at.getTime() + KEEP_REFUSED) : null;
  // Last of all the file: as long as it is named, the next round comes back.
  await ctx.db.asPlatform('remove the file of an import', async (tx) => {
    await ctx.files.removeRow(tx, fileId);
    const update = tx.updateTable('customer_imports').set({ file_id: null, rows_until: until });
    await update.where('id', '=', id).execute();
  });
  await ctx.files.removeBytes(fileId);
}

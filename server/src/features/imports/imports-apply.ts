import { writeSource } from '#features/customers/customers-store.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { insertCustomers } from './imports-customers.ts';
import { type ImportRun, type ImportStep, keyOf, lockImport } from './imports-run.ts';
import { findImport, importModeOf, type ImportRow } from './imports-store.ts';
import { transitionImport } from './imports-transition.ts';
import { countRows, markTaken, type RowsOf } from './rows/imports-rows-store.ts';

function rowsOf({
  id,
  organization_id: organizationId,
  checked_attempt: attempt,
}: ImportRow): RowsOf {
  if (attempt === null) throw new Error(`Import ${id} was confirmed without a check`);
  return { organizationId, importId: id, attempt };
}

/**
 * Makes customers of the good rows. References that were taken since the check are refused now; where
 * nothing may be refused the import goes back to its sender.
 */
async function apply(
  ctx: AppContext,
  tx: PlatformTx,
  run: ImportRun,
  row: ImportRow,
): Promise<ImportStep | null> {
  const rows = rowsOf(row);
  const taken = await markTaken(tx, rows, 'good rows');
  const counts = taken > 0 ? await countRows(tx, rows) : {};
  const at = ctx.clock.now();
  if (taken > 0 && importModeOf(row) === 'ALL') {
    await transitionImport(tx, await lockImport(tx, run, 'CONFIRMED'), {
      to: 'CHECKED',
      actor: SYSTEM,
      reason: 'References were taken since the check',
      at,
      set: { ...counts, mode: null },
    });
    return null;
  }
  const source = {
    id: row.id,
    organizationId: row.organization_id,
    fileName: row.file_name,
    by: {
      id: row.confirmed_by_id ?? row.actor_id,
      name: row.confirmed_by_name ?? row.actor_name,
    },
    at,
  };
  await writeSource(tx, source);
  const progress = (done: number) => run.progress(done, row.good_rows ?? done);
  const imported = await insertCustomers(tx, rows, { source, progress });
  await transitionImport(tx, await lockImport(tx, run, 'CONFIRMED'), {
    to: 'DONE',
    actor: SYSTEM,
    reason: null,
    at,
    set: { ...counts, imported, failure: null },
  });
  return 'clear';
}

/**
 * Applies a confirmed import in one transaction: each of its good rows becomes a customer once, or none
 * does. Where somebody takes one of its references meanwhile, the step runs again.
 */
export async function applyImport(ctx: AppContext, run: ImportRun): Promise<void> {
  const row = await ctx.db.asPlatform('find an import', (tx) => findImport(tx, keyOf(run)));
  if (!row) throw new Error(`Import ${run.subjectId} is gone`);
  await run.end((tx) => apply(ctx, tx, run, row));
}

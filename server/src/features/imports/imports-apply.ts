import { sql } from 'kysely';
import { writeSource } from '#features/customers/customers-store.ts';
import { violatedConstraint, type PlatformTx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { countRows, markTaken, type RowsOf } from './imports-counts.ts';
import { lockOwn, type ImportJob, openProgress } from './imports-job.ts';
import { transitionImport } from './imports-transitions.ts';
import { importModeOf, type ImportRow } from './imports-store.ts';

/** Customers that one statement makes: a few seconds of work. */
const STEP = 20_000;
/** How often an import begins anew because somebody has just taken one of its references. */
const TRIES = 5;

function rowsOf({ id, checked_attempt: attempt }: ImportRow): RowsOf {
  if (attempt === null) throw new Error(`Import ${id} was confirmed without a check`);
  return { importId: id, attempt };
}

interface Step extends RowsOf {
  organizationId: string;
  /** The row number after which it begins. */
  after: number;
  at: Date;
}

/** Makes customers of the next good rows; gives how many, and the number of the last row. */
async function importStep(tx: PlatformTx, step: Step): Promise<{ made: number; last: number }> {
  const { importId, attempt, organizationId, after, at } = step;
  const { rows } = await sql<{ made: number; last: number | null }>`
    with next as (
      select * from customer_import_rows
      where import_id = ${importId} and attempt = ${attempt} and row_number > ${after}
        and refusals is null
      order by row_number limit ${sql.lit(STEP)}
    ), made as (
      insert into customers (id, organization_id, first_name, middle_name, last_name, phone,
        email, reference, state, revision, source_id, created_at, updated_at)
      -- Ids rise in the order of the file, from the moment that the customers are said to be of.
      select uuidv7(${at}::timestamptz - now()), ${organizationId}, first_name, middle_name, last_name,
        phone, email, reference, 'ACTIVE', 1, ${importId}, ${at}::timestamptz, ${at}::timestamptz
      from next order by row_number returning 1
    )
    select (select count(*)::integer from made) as made, (select max(row_number) from next) as last`.execute(
    tx,
  );
  const [done] = rows;
  return { made: done?.made ?? 0, last: done?.last ?? after };
}

async function importAll(ctx: AppContext, tx: PlatformTx, job: ImportJob) {
  const { row } = job;
  const { organization_id: organizationId, file_name: fileName } = row;
  const at = ctx.clock.now();
  const by = {
    id: row.confirmed_by_id ?? row.actor_id,
    name: row.confirmed_by_name ?? row.actor_name,
  };
  await writeSource(tx, { id: row.id, organizationId, fileName, by, at });
  const note = openProgress(ctx, job);
  let [imported, after] = [0, 0];
  for (;;) {
    const step = { ...rowsOf(row), organizationId, after, at };
    const { made, last } = await importStep(tx, step);
    if (made === 0) return imported;
    imported += made;
    after = last;
    await note(imported);
  }
}

/**
 * Makes customers of the good rows, all in one transaction: a server that is killed leaves nothing
 * half done. References that were taken since the check are refused now; where nothing may be
 * refused the upload goes back to its sender.
 */
async function apply(ctx: AppContext, tx: PlatformTx, job: ImportJob): Promise<void> {
  const rows = rowsOf(job.row);
  const taken = await markTaken(tx, rows, job.row.organization_id, 'good rows');
  const counts = taken > 0 ? await countRows(tx, rows) : {};
  const at = ctx.clock.now();
  const by = { actorId: null, at };
  if (taken > 0 && importModeOf(job.row) === 'ALL') {
    const reason = 'References were taken since the check';
    const set = { ...counts, mode: null, done_rows: 0, total_rows: null };
    await transitionImport(tx, await lockOwn(tx, job), { to: 'CHECKED', ...by, reason, set });
    return;
  }
  const imported = await importAll(ctx, tx, job);
  const set = { ...counts, imported, failure: null };
  await transitionImport(tx, await lockOwn(tx, job), { to: 'DONE', ...by, reason: null, set });
}

/** Imports a confirmed upload: each of its good rows becomes a customer once, or none does. */
export async function applyImport(ctx: AppContext, job: ImportJob): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await ctx.bulk.asPlatform('import customers', (tx) => apply(ctx, tx, job));
      return;
    } catch (error) {
      const taken = violatedConstraint(error) === 'customers_reference_once';
      if (!taken || tries === TRIES) throw error;
    }
  }
}

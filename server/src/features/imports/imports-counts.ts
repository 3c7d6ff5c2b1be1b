import { sql } from 'kysely';
import type { PlatformTx } from '#platform/database/database.ts';
import { errorsText } from './imports-lines.ts';
import type { RefusalCount } from './imports-store.ts';

/** The rows that one attempt has read. */
export interface RowsOf {
  importId: string;
  attempt: number;
}

/** Reasons that are told apart on the screen; the rest is in the rows. */
const GROUPS = 50;
const FIRST_ROWS = 5;

const error = (code: 'TAKEN' | 'TWICE_IN_FILE') =>
  sql`${errorsText([{ column: 'customerReferenceNumber', code }])}::jsonb`;

/** Refuses rows whose reference the book has already; gives how many. */
export async function markTaken(
  tx: PlatformTx,
  { importId, attempt }: RowsOf,
  organizationId: string,
  which: 'all rows' | 'good rows',
): Promise<number> {
  // A sort of a million references takes place in memory; the planner knows what was copied.
  await sql`set local work_mem = '64MB'`.execute(tx);
  await sql`analyze customer_import_rows`.execute(tx);
  const good = which === 'good rows' ? sql`and r.refusals is null` : sql``;
  const { numAffectedRows } = await sql`
    update customer_import_rows r
    set refusals = coalesce(r.refusals, '[]') || ${error('TAKEN')}
    from customers c
    where r.import_id = ${importId} and r.attempt = ${attempt} ${good}
      and c.organization_id = ${organizationId} and c.reference = r.reference`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Refuses rows that share a reference, all of them: nobody but the sender knows which one is meant. */
export async function markTwice(tx: PlatformTx, { importId, attempt }: RowsOf): Promise<void> {
  await sql`
    update customer_import_rows r
    set refusals = coalesce(r.refusals, '[]') || ${error('TWICE_IN_FILE')}
    from (
      select reference from customer_import_rows
      where import_id = ${importId} and attempt = ${attempt} and reference is not null
      group by reference having count(*) > 1
    ) twice
    where r.import_id = ${importId} and r.attempt = ${attempt}
      and r.reference = twice.reference`.execute(tx);
}

async function groupRefusals(tx: PlatformTx, { importId, attempt }: RowsOf) {
  const { rows } = await sql<RefusalCount>`
    select f ->> 'column' as "column", f ->> 'code' as code, count(*)::integer as rows,
      to_json((array_agg(row_number order by row_number))[1:${sql.lit(FIRST_ROWS)}]) as "firstRows"
    from customer_import_rows, jsonb_array_elements(refusals) f
    where import_id = ${importId} and attempt = ${attempt} and refusals is not null
    group by 1, 2 order by 3 desc, 1, 2 limit ${sql.lit(GROUPS)}`.execute(tx);
  return rows;
}

/** Counts what a check has found, as it stands in the upload's row. */
export async function countRows(tx: PlatformTx, rows: RowsOf) {
  const { count, refused } = await tx
    .selectFrom('customer_import_rows')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .select((eb) => eb.fn.count<string>('refusals').as('refused'))
    .where('import_id', '=', rows.importId)
    .where('attempt', '=', rows.attempt)
    .executeTakeFirstOrThrow();
  const refusals = JSON.stringify(await groupRefusals(tx, rows));
  const refusedRows = Number(refused);
  const good = Number(count) - refusedRows;
  return { rows: Number(count), good_rows: good, refused_rows: refusedRows, refusals };
}

import {
  customerReferences,
  type CustomerSource,
  insertCustomerRows,
} from '#features/customers/customers-store.ts';
import { sql } from 'kysely';
import type { PlatformTx } from '#platform/database/database.ts';
import type { ImportKey, RefusalCount } from './imports-store.ts';

/** The rows that one attempt has read. */
export interface RowsOf extends ImportKey {
  attempt: number;
}

/** Reasons that are told apart on the screen; the rest is in the rows. */
const GROUPS = 50;
const FIRST_ROWS = 5;

const own = ({ organizationId, importId, attempt }: RowsOf) =>
  sql`organization_id = ${organizationId} and import_id = ${importId} and attempt = ${attempt}`;

/** Refuses rows for their reference, beside what else is wrong with them. */
const refused = (code: 'TAKEN' | 'TWICE_IN_FILE') => {
  const error = JSON.stringify([{ column: 'customerReferenceNumber', code }]);
  return sql`coalesce(refusals, '[]') || ${error}::jsonb`;
};

/** Removes rows of an import, of all attempts. */
export async function forgetRows(
  tx: PlatformTx,
  { organizationId, importId }: ImportKey,
  which: 'all rows' | 'good rows',
): Promise<void> {
  const good = which === 'good rows' ? sql`and refusals is null` : sql``;
  await sql`delete from customer_import_rows
    where organization_id = ${organizationId} and import_id = ${importId} ${good}`.execute(tx);
}

/** Refuses rows whose reference a customer has already; gives how many. */
export async function markTaken(
  tx: PlatformTx,
  rows: RowsOf,
  which: 'all rows' | 'good rows',
): Promise<number> {
  // A sort of a million references takes place in memory; the planner knows what was copied.
  await sql`set local work_mem = '64MB'`.execute(tx);
  await sql`analyze customer_import_rows`.execute(tx);
  const good = which === 'good rows' ? sql`and refusals is null` : sql``;
  const { numAffectedRows } = await sql`
    update customer_import_rows set refusals = ${refused('TAKEN')}
    where ${own(rows)} ${good} and reference in
      (${customerReferences(rows.organizationId)})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Refuses rows that share a reference, all of them: nobody but the sender knows which one is meant. */
export async function markTwice(tx: PlatformTx, rows: RowsOf): Promise<void> {
  await sql`
    update customer_import_rows set refusals = ${refused('TWICE_IN_FILE')}
    where ${own(rows)} and reference in (
      select reference from customer_import_rows where ${own(rows)} and reference is not null
      group by reference having count(*) > 1)`.execute(tx);
}

async function groupRefusals(tx: PlatformTx, rows: RowsOf): Promise<RefusalCount[]> {
  const groups = await sql<RefusalCount>`
    select f ->> 'column' as "column", f ->> 'code' as code, count(*)::integer as rows,
      to_json((array_agg(row_number order by row_number))[1:${sql.lit(FIRST_ROWS)}]) as "firstRows"
    from customer_import_rows, jsonb_array_elements(refusals) f
    where ${own(rows)} and refusals is not null
    group by 1, 2 order by 3 desc, 1, 2 limit ${sql.lit(GROUPS)}`.execute(tx);
  return groups.rows;
}

/** Counts what a check has found, as it stands in the row of the import. */
export async function countRows(tx: PlatformTx, rows: RowsOf) {
  const counted = await sql<{ count: number; refused: number }>`
    select count(*)::integer as count, count(refusals)::integer as refused
    from customer_import_rows where ${own(rows)}`.execute(tx);
  const { count = 0, refused: refusedRows = 0 } = counted.rows[0] ?? {};
  return {
    rows: count,
    good_rows: count - refusedRows,
    refused_rows: refusedRows,
    refusals: JSON.stringify(await groupRefusals(tx, rows)),
  };
}

/** Customers that one statement makes: a second or two of work. */
const BATCH = 20_000;

/** Makes customers of the good rows, batch by batch, each noted by `progress`; gives their number. */
export async function insertGoodRows(
  tx: PlatformTx,
  rows: RowsOf,
  source: CustomerSource,
  progress: (done: number) => Promise<void>,
): Promise<number> {
  const good = (after: number) =>
    sql`from customer_import_rows where ${own(rows)} and row_number > ${after} and refusals is null`;
  let done = 0;
  for (let after = 0; ;) {
    const found = await sql<{ last: number | null }>`
      select max(row_number) as last
      from (select row_number ${good(after)} order by row_number limit ${sql.lit(BATCH)}) batch`.execute(
      tx,
    );
    const last = found.rows[0]?.last ?? null;
    if (last === null) return done;
    const batch = sql`select * ${good(after)} and row_number <= ${last}`;
    done += await insertCustomerRows(tx, batch, source);
    after = last;
    await progress(done);
  }
}

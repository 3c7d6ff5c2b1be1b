import { sql } from 'kysely';
import { type CustomerSource, insertCustomerRows } from '#features/customers/customers-store.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { RowsOf } from './rows/imports-rows-store.ts';

/** Customers that one statement makes: a second or two of work. */
const BATCH = 20_000;

interface Insertion {
  source: CustomerSource;
  progress: (done: number) => Promise<void>;
}

/** The number of the last row of the next batch of good rows; null where there is none. */
async function lastOfBatch(tx: PlatformTx, rows: RowsOf, after: number): Promise<number | null> {
  const { organizationId, importId, attempt } = rows;
  const found = await sql<{ last: number | null }>`
    select max(row_number) as last from (
      select row_number from customer_import_rows
      where organization_id = ${organizationId} and import_id = ${importId}
        and attempt = ${attempt} and row_number > ${after} and refusals is null
      order by row_number limit ${sql.lit(BATCH)}) batch`.execute(tx);
  return found.rows[0]?.last ?? null;
}

/** Makes customers of the good rows, batch by batch, each noted by `progress`; gives their number. */
export async function insertCustomers(
  tx: PlatformTx,
  rows: RowsOf,
  { source, progress }: Insertion,
): Promise<number> {
  const { organizationId, importId, attempt } = rows;
  let done = 0;
  for (let after = 0; ;) {
    const last = await lastOfBatch(tx, rows, after);
    if (last === null) return done;
    const batch = sql`select * from customer_import_rows
      where organization_id = ${organizationId} and import_id = ${importId}
        and attempt = ${attempt} and row_number > ${after} and row_number <= ${last}
        and refusals is null`;
    done += await insertCustomerRows(tx, batch, source);
    after = last;
    await progress(done);
  }
}

import { sql } from 'kysely';
import type { PlatformTx } from '#platform/database/database.ts';
import type { RowsOf } from './rows/imports-rows-store.ts';

/** Customers that one statement makes: a second or two of work. */
const BATCH = 20_000;

interface Insertion {
  at: Date;
  progress: (done: number) => Promise<void>;
}

/** Makes customers of the good rows, batch by batch, each noted by `progress`; gives their number. */
export async function insertCustomers(
  tx: PlatformTx,
  rows: RowsOf,
  { at, progress }: Insertion,
): Promise<number> {
  let done = 0;
  for (let after: number | null = 0; after !== null;) {
    const batch = await insertBatch(tx, rows, { after, at });
    done += batch.made;
    after = batch.last;
    if (after !== null) await progress(done);
  }
  return done;
}

/** Makes customers of the next good rows; gives how many, and the number of the last row. */
async function insertBatch(
  tx: PlatformTx,
  { organizationId, importId, attempt }: RowsOf,
  { after, at }: { after: number; at: Date },
): Promise<{ made: number; last: number | null }> {
  const { rows } = await sql<{ made: number; last: number | null }>`
    with next as (
      select * from customer_import_rows
      where organization_id = ${organizationId} and import_id = ${importId}
        and attempt = ${attempt} and row_number > ${after} and refusals is null
      order by row_number limit ${sql.lit(BATCH)}
    ), made as (
      insert into customers (organization_id, id, first_name, middle_name, last_name, phone,
        email, reference, state, revision, source_id, created_at, updated_at)
      -- Ids rise in the order of the file, from the moment that the customers are said to be of.
      select organization_id, uuidv7(${at}::timestamptz - now()),
        first_name, middle_name, last_name, phone, email, reference, 'ACTIVE', 1, ${importId},
        ${at}::timestamptz, ${at}::timestamptz
      from next order by row_number returning 1
    )
    select (select count(*)::integer from made) as made, (select max(row_number) from next) as last`.execute(
    tx,
  );
  return rows[0] ?? { made: 0, last: null };
}

import { type RawBuilder, sql } from 'kysely';
import type { PlatformTx } from '#platform/database/database.ts';
import { isAfter, nextAfter, type Reencrypt } from '#platform/security/re-encryption.ts';
import type { FileImport, RowRule, RowError } from './imports-kind.ts';
import { decryptCells, encryptCells } from './imports-rows.ts';
import type { ImportKey, RefusalCount } from './imports-store.ts';

export interface RowsOf extends ImportKey {
  attempt: number;
}

/** Maximum of reasons that are counted for the screen; each row keeps all of its own. */
const GROUPS = 50;
const FIRST_ROWS = 10;
/** Rows of one batch: one or two seconds of work. */
const BATCH = 20_000;

const own = ({ organizationId, importId, attempt }: RowsOf) =>
  sql`r.organization_id = ${organizationId} and r.import_id = ${importId} and r.attempt = ${attempt}`;

/** Removes rows of an import, of all attempts. */
export async function forgetRows(
  tx: PlatformTx,
  { organizationId, importId }: ImportKey,
  which: 'all rows' | 'good rows',
): Promise<void> {
  const good = which === 'good rows' ? sql`and refusals is null` : sql``;
  await sql`delete from import_rows
    where organization_id = ${organizationId} and import_id = ${importId} ${good}`.execute(tx);
}

/** Adds the errors of rules: to all rows that they match, or only to those without a refusal so far. */
export async function applyRules(
  tx: PlatformTx,
  rows: RowsOf,
  rules: readonly RowRule[],
  which: 'all rows' | 'good rows',
): Promise<void> {
  // Enough memory to sort a million references. The planner needs statistics of the rows just copied.
  await sql`set local work_mem = '64MB'`.execute(tx);
  if (which === 'all rows') await sql`analyze import_rows`.execute(tx);
  const good = which === 'good rows' ? sql`and r.refusals is null` : sql``;
  const found = rules.map(({ where, errors }) => {
    const why = 'compile' in errors ? errors : sql`${JSON.stringify(errors)}::jsonb`;
    return sql`case when ${where} then ${why} else '[]' end`;
  });
  if (found.length === 0) return;
  // One statement for all rules: a single pass over the rows.
  await sql`
    with marked as materialized (select r.row_number, ${sql.join(found, sql` || `)} as errors
      from import_rows r where ${own(rows)} ${good})
    update import_rows r set refusals = coalesce(r.refusals, '[]') || marked.errors
    from marked where ${own(rows)} and r.row_number = marked.row_number
      and marked.errors <> '[]'`.execute(tx);
}

/** Adds the refusals that `examine` of a kind finds, in batches: to all rows, or only to those without one so far. */
export async function examineRows(
  tx: PlatformTx,
  rows: RowsOf,
  examine: (values: readonly unknown[]) => Promise<readonly (readonly RowError[])[]>,
  which: 'all rows' | 'good rows',
): Promise<void> {
  const good = which === 'good rows' ? sql`and r.refusals is null` : sql``;
  for (let after = 0; ;) {
    const found = await sql<{ row_number: number; value: unknown }>`
      select row_number, value from import_rows r
      where ${own(rows)} ${good} and row_number > ${after} and value is not null
      order by row_number limit ${sql.lit(BATCH)}`.execute(tx);
    const last = found.rows.at(-1);
    if (!last) return;
    const values = found.rows.map(({ value }) => value);
    const errors = await examine(values);
    const refused = found.rows.flatMap(({ row_number: row }, n) => {
      const wrong = errors[n] ?? [];
      return wrong.length === 0 ? [] : [{ row, errors: wrong }];
    });
    await sql`
      update import_rows r set refusals = coalesce(r.refusals, '[]') || found.errors
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as found (row integer, errors jsonb)
      where ${own(rows)} and r.row_number = found.row`.execute(tx);
    after = last.row_number;
  }
}

/** Refuses all rows that share a key: only the sender can tell which one is right. */
export const twiceIn = (rows: RowsOf, column: string): RowRule => ({
  where: sql`r.key in (select key from import_rows r where ${own(rows)} and key is not null
    group by key having count(*) > 1)`,
  errors: [{ column, code: 'TWICE_IN_FILE' }],
});

/** Counts the refusals among `count` rows. Returns the columns of the import that store them. */
export async function countRows(tx: PlatformTx, rows: RowsOf, count: number) {
  const counted = await sql<{ refused: number }>`
    select count(*)::integer as refused
    from import_rows r where ${own(rows)} and refusals is not null`.execute(tx);
  const groups = await sql<RefusalCount>`
    select f ->> 'column' as "column", f ->> 'code' as code, f ->> 'message' as message,
      count(*)::integer as rows,
      to_json((array_agg(row_number order by row_number))[1:${sql.lit(FIRST_ROWS)}]) as "firstRows"
    from import_rows r, jsonb_array_elements(refusals) f
    where ${own(rows)} and refusals is not null
    group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${sql.lit(GROUPS)}`.execute(tx);
  const { refused: refusedRows = 0 } = counted.rows[0] ?? {};
  return {
    rows: count,
    good_rows: count - refusedRows,
    refused_rows: refusedRows,
    refusals: JSON.stringify(groups.rows),
  };
}

/** Writes the good rows in batches, with `progress` after each. Returns how many entities were created. */
export async function writeGoodRows(
  tx: PlatformTx,
  rows: RowsOf,
  write: (batch: { rows: RawBuilder<unknown>; count: number }) => Promise<number>,
  progress: (done: number) => Promise<void>,
): Promise<number> {
  const good = (after: number) =>
    sql`from import_rows r where ${own(rows)} and row_number > ${after} and refusals is null`;
  let [done, made] = [0, 0];
  for (let after = 0; ;) {
    const found = await sql<{ last: number | null; count: number }>`
      select max(row_number) as last, count(*)::integer as count
      from (select row_number ${good(after)} order by row_number limit ${sql.lit(BATCH)}) batch`.execute(
      tx,
    );
    const { last, count } = found.rows[0] ?? { last: null, count: 0 };
    if (last === null) return made;
    const batch = sql`select row_number, key, value ${good(after)} and row_number <= ${last}`;
    made += await write({ rows: batch, count });
    after = last;
    done += count;
    await progress(done);
  }
}

const KEY = ['organization_id', 'import_id', 'attempt', 'row_number'] as const;
/** Rows that are encrypted again in one transaction. */
const REENCRYPTED = 200;

/** See `reencrypt` of a feature: encrypts cells again, and the secrets in the values of the same rows. */
export const reencryptCells =
  (kindOf: (name: string) => FileImport): Reencrypt =>
  async (keys, tx, after) => {
    const columns = KEY.map((column) => `r.${column}` as const);
    const rows = await tx
      .selectFrom('import_rows as r')
      .innerJoin('imports as i', (join) =>
        join.onRef('i.organization_id', '=', 'r.organization_id').onRef('i.id', '=', 'r.import_id'),
      )
      .select(columns)
      .select(['r.value', 'r.cells', 'i.kind'])
      .where(isAfter(columns, after))
      .where('r.cells', 'not like', '[%')
      .where('r.cells', 'not like', `${keys.keyPrefix}%`)
      .orderBy(columns)
      .limit(REENCRYPTED)
      .forUpdate('r')
      .execute();
    for (const { organization_id: owner, import_id: importId, attempt, kind, ...row } of rows) {
      const value = row.value === null ? null : kindOf(kind).reencrypt?.(keys, owner, row.value);
      await sql`update import_rows r set cells = ${encryptCells(keys, owner, decryptCells(keys, owner, row.cells))},
      value = ${value && JSON.stringify(value)}::jsonb
      where ${own({ organizationId: owner, importId, attempt })}
        and row_number = ${row.row_number}`.execute(tx);
    }
    return { rows: rows.length, next: nextAfter(KEY, rows, REENCRYPTED) };
  };

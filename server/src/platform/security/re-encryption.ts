import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DB } from '#platform/database/tables.ts';
import type { Keys } from './keys.ts';
import type { EncryptionScope } from './encrypted-text.ts';

/** The values of a primary key. */
type RowKey = readonly unknown[];

/**
 * Re-encrypts rows that the previous instance key has encrypted with the present one: the next batch after
 * a primary key, from the first row on with null. Returns their number, and the key after which the next
 * batch begins; null after the last one.
 */
export type Reencrypt = (
  keys: Keys,
  tx: PlatformTx,
  after: RowKey | null,
) => Promise<{ rows: number; next: RowKey | null }>;

/** Rows of a batch, unless their contents are large. */
const BATCH = 200;

/** True for rows after a key, in the order of its columns. */
export const isAfter = (columns: readonly string[], after: RowKey | null) =>
  after === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) > (${sql.join(after)})`;

/** The key after which the next batch begins; null if this one is not full. */
export function nextAfter<C extends string>(
  columns: readonly C[],
  rows: readonly Readonly<Record<C, unknown>>[],
  batch: number,
): RowKey | null {
  const last = rows.length < batch ? undefined : rows.at(-1);
  return last ? columns.map((column) => last[column]) : null;
}

type Column<T extends keyof DB> = keyof Selectable<DB[T]> & string;

interface EncryptedTable<T extends keyof DB> {
  table: T;
  /** The columns of its primary key, or a unique one with an index. */
  key: readonly Column<T>[];
  /** Rows of a batch, for large contents: all of them are held in memory. */
  batch?: number;
}

interface EncryptedRows<T extends keyof DB> extends EncryptedTable<T> {
  /** Finds rows that are not encrypted with the present key; `prefix` is that of the present key. */
  isOld: (prefix: string) => RawBuilder<boolean>;
  /** Returns the encrypted columns of a row, encrypted again with the present key. */
  set: (keys: Keys, row: Selectable<DB[T]>) => Updateable<DB[T]>;
}

export function reencryptRows<T extends keyof DB>(of: EncryptedRows<T>): Reencrypt {
  const { table, key, isOld, set, batch = BATCH } = of;
  return async (keys, tx, after) => {
    // Kysely does not know the columns of a table that is named at run time.
    const rows = (await tx
      .selectFrom(table as 'files')
      .selectAll()
      .where(isAfter(key, after))
      .where(isOld(keys.keyPrefix))
      .orderBy(key.map((column) => sql.ref(column)))
      .limit(batch)
      .forUpdate()
      .execute()) as unknown as Selectable<DB[T]>[];
    for (const row of rows) {
      const own = key.map((column) => sql<boolean>`${sql.ref(column)} = ${row[column]}`);
      await tx
        .updateTable(table as 'files')
        .set(set(keys, row) as Updateable<DB['files']>)
        .where(sql<boolean>`${sql.join(own, sql` and `)}`)
        .execute();
    }
    return { rows: rows.length, next: nextAfter(key, rows, batch) };
  };
}

/**
 * Finds rows whose encrypted text does not begin with the prefix of the present key; not those with null.
 * `left` reads only the beginning of a large text, `like` all of it.
 */
export const isEncryptedWithOldKey = (column: string) => (prefix: string) =>
  sql<boolean>`left(${sql.ref(column)}, ${prefix.length}) <> ${prefix}`;

export function reencryptColumn<T extends keyof DB>({
  column,
  scope,
  ...of
}: EncryptedTable<T> & {
  column: Column<T>;
  scope: (row: Selectable<DB[T]>) => EncryptionScope;
}): Reencrypt {
  return reencryptRows({
    ...of,
    isOld: isEncryptedWithOldKey(column),
    set: (keys, row) => {
      const reencrypted = keys.encrypt(scope(row), keys.decrypt(scope(row), String(row[column])));
      return { [column]: reencrypted } as Updateable<DB[T]>;
    },
  });
}

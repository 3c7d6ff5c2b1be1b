import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DB } from '#platform/database/tables.ts';
import type { Keys } from './keys.ts';
import type { SealScope } from './sealed-text.ts';

/**
 * Re-encrypts rows that the previous instance key has sealed with the present one: `limit` rows at most.
 * Returns their number.
 */
export type Reseal = (keys: Keys, tx: PlatformTx, limit: number) => Promise<number>;

type Column<T extends keyof DB> = keyof Selectable<DB[T]> & string;

interface SealedTable<T extends keyof DB> {
  table: T;
  /** The columns of its primary key. */
  key: readonly Column<T>[];
}

interface SealedRows<T extends keyof DB> extends SealedTable<T> {
  /** Finds rows that are not sealed with the present key; `mark` is that of the present key. */
  isOld: (mark: string) => RawBuilder<boolean>;
  /** Returns the sealed columns of a row, sealed again with the present key. */
  set: (keys: Keys, row: Selectable<DB[T]>) => Updateable<DB[T]>;
}

export function resealRows<T extends keyof DB>({ table, key, isOld, set }: SealedRows<T>): Reseal {
  return async (keys, tx, limit) => {
    // Kysely does not know the columns of a table that is named at run time.
    const rows = (await tx
      .selectFrom(table as 'files')
      .selectAll()
      .where(isOld(keys.sealMark))
      .limit(limit)
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
    return rows.length;
  };
}

/** Finds rows whose sealed text does not begin with the mark of the present key; not those with null. */
export const isSealedOld = (column: string) => (mark: string) =>
  sql<boolean>`${sql.ref(column)} not like ${`${mark}%`}`;

export function resealColumn<T extends keyof DB>({
  column,
  scope,
  ...of
}: SealedTable<T> & {
  column: Column<T>;
  scope: (row: Selectable<DB[T]>) => SealScope;
}): Reseal {
  return resealRows({
    ...of,
    isOld: isSealedOld(column),
    set: (keys, row) => {
      const resealed = keys.seal(scope(row), keys.open(scope(row), String(row[column])));
      return { [column]: resealed } as Updateable<DB[T]>;
    },
  });
}

import type { SearchHit } from '@tegeka/contract/search.ts';
import { sql, type SqlBool } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { WordSearch } from '#platform/feature.ts';
import type { ListSource } from './list-source.ts';

/** The items of a list with these ids, in any order; what this transaction may not see is left out. */
export async function readItems<D, T extends keyof D, Row, Item, S extends string>(
  tx: Tx,
  source: ListSource<D, T, Row, Item, S>,
  ids: readonly string[],
): Promise<Item[]> {
  const isMeant = sql<SqlBool>`${sql.ref(source.id)} = any(${[...new Set(ids)]}::uuid[])`;
  const rows = await source.rows(tx).where(isMeant).execute();
  return rows.map((row) => source.item(row));
}

/** The search for items of a list in the top bar: for those who may read the list. */
export function listSearch<
  D,
  T extends keyof D,
  Row,
  Item extends { id: string },
  S extends string,
>(
  source: ListSource<D, T, Row, Item, S>,
  labels: Pick<SearchHit, 'noun' | 'path'> & {
    label: string;
    hit: (item: Item) => Pick<SearchHit, 'title' | 'sub' | 'state'>;
  },
): WordSearch {
  const { admission } = source.endpoint;
  if (admission.kind === 'public') throw new Error(`The list of ${source.entity} is public`);
  const { noun, path, label, hit } = labels;
  return {
    ...admission,
    entity: source.entity,
    label,
    read: async (tx, ids) =>
      (await readItems(tx, source, ids)).map((item) => {
        return { noun, id: item.id, path: `${path}/${item.id}`, ...hit(item) };
      }),
  };
}

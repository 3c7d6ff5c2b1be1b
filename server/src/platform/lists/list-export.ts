import { isoDay } from '@tegeka/contract/kit/day.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Caller } from '#platform/http/caller.ts';
import { CSV_MARK, csvText } from '#platform/files/text-files.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { WrittenAnswer } from '#platform/http/serve.ts';
import { searchedIn } from './search-words.ts';
import {
  allOf,
  inOrder,
  type ListQuery,
  type ListSource,
  narrowingOf,
  orderOf,
} from './list-source.ts';

/** Rows that are read at once: a few milliseconds of reading and writing. */
const BATCH = 1000;

export interface ExportColumn<Row> {
  label: string;
  /** A number is written as it is; a text that a spreadsheet would compute is quoted. */
  text: (row: Row) => string | number | null;
}

type ExportQuery = Omit<ListQuery, 'page' | 'size'> & { sort: string; search?: string | undefined };

export interface ListExport<D, T extends keyof D, Row, Item, S extends string> {
  source: ListSource<D, T, Row, Item, S>;
  columns: readonly ExportColumn<Row>[];
  /** Name of the file; day and extension are added. */
  name: string;
}

interface ExportCall {
  caller: Pick<Caller, 'domain' | 'organizationId'>;
  query: ExportQuery;
  now: Date;
}

export interface ListExports {
  /**
   * All rows of a query as CSV, read while it is sent, in constant memory. Reads across organizations for
   * operators and for lists with an `organizationId`.
   */
  csv<D, T extends keyof D, Row, Item, S extends string>(
    call: ExportCall,
    list: ListExport<D, T, Row, Item, S>,
  ): WrittenAnswer;
}

/** Runs the work in a transaction of its own that sees what the reader may see. */
type Run = <R>(work: (tx: Tx) => Promise<R>) => Promise<R>;

/** A row with its sort keys as texts: the cursor of the next batch. */
type Placed<Row> = Row & { list_place: string[] };

async function* writeCsv<D, T extends keyof D, Row, Item, S extends string>(
  run: Run,
  { source, columns }: ListExport<D, T, Row, Item, S>,
  query: ExportQuery,
): AsyncGenerator<string> {
  yield CSV_MARK + csvText([columns.map(({ label }) => label)]);
  const { conditions: narrowed } = narrowingOf(source, query);
  const conditions = [...narrowed, ...searchedIn(source, query.search)];
  const order = orderOf(source, query.sort);
  const keys = order.columns.map((column) => sql.ref(column));
  const texts = keys.map((key): RawBuilder<unknown> => sql`${key}::text`);
  const after = (place: readonly string[]) =>
    sql<SqlBool>`(${sql.join(keys)}) ${order.direction === 'desc' ? sql`<` : sql`>`} (${sql.join(place)})`;
  let place: readonly string[] | null = null;
  do {
    const from: readonly string[] | null = place;
    // A transaction a batch: a reader on a slow line holds no connection while it reads.
    const found = await run((tx) =>
      inOrder(source.rows(tx), order)
        .select(sql<string[]>`array[${sql.join(texts)}]`.as('list_place'))
        .where(allOf(from ? [...conditions, after(from)] : conditions))
        .limit(BATCH)
        .execute(),
    );
    // Kysely can not infer the type of a generic row with one more column.
    const rows = found as Placed<Row>[];
    if (rows.length > 0) yield csvText(rows.map((row) => columns.map(({ text }) => text(row))));
    place = rows.length === BATCH ? (rows.at(-1)?.list_place ?? null) : null;
  } while (place);
}

export function openExports(db: Database): ListExports {
  return {
    csv: ({ caller: { domain, organizationId }, query, now }, list) => {
      const across = domain === 'OPERATOR' || list.source.organizationId !== undefined;
      const run: Run = (work) =>
        across ? db.asPlatform(`export ${list.name}`, work) : db.asTenant(organizationId, work);
      const name = `${list.name}-${isoDay(now)}.csv`;
      const write = () => writeCsv(run, list, query);
      return { write, mediaType: 'text/csv; charset=utf-8', name };
    },
  };
}

import pg from 'pg';
import { openBenchDatabase } from '../bench-database.ts';

/** What imports write. */
export type Written = 'customers' | 'mandates';

/** A throwaway PostgreSQL whose own COPY can be measured. */
export interface ImportsDatabase {
  url: string;
  /**
   * Seconds that PostgreSQL itself takes to COPY all rows that an import has written, from files of its
   * own, into empty tables with the same columns, checks and indexes.
   */
  copyTime(kind: Written | 'rows of the file', importId: string): Promise<number>;
  close(): Promise<void>;
}

interface Copied {
  table: string;
  /** Which rows, in the order in which the import wrote them. */
  rows: string;
}

/** Seconds of a COPY of rows into an empty table like theirs. */
async function copyOne(client: pg.Client, { table, rows }: Copied): Promise<number> {
  const { rows: known } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = known[0]?.columns ?? '';
  const { rows: settings } = await client.query<{ file: string }>(
    `select current_setting('data_directory') || '/bench-rows' as file`,
  );
  const file = client.escapeLiteral(settings[0]?.file ?? '');
  await client.query(`create table bench_rows (like ${table} including all)`);
  await client.query(`copy (select ${columns} from ${table} where ${rows}) to ${file}`);
  await client.query('checkpoint');
  const began = performance.now();
  await client.query(`copy bench_rows (${columns}) from ${file}`);
  const seconds = (performance.now() - began) / 1000;
  await client.query('drop table bench_rows');
  return seconds;
}

/** The tables that an import writes, with its rows in them. */
function writtenBy(kind: Written | 'rows of the file', importId: string): Copied[] {
  if (kind === 'rows of the file')
    return [{ table: 'import_rows', rows: `import_id = ${importId} order by row_number` }];
  const customers = `id in (select id from customers where source_id = ${importId})`;
  const made = `(select t.entity_id from transitions t join imports i
    on i.organization_id = t.organization_id and t.reason = 'From the file ' || i.file_name
    where i.id = ${importId} and t.entity = 'mandate')`;
  return kind === 'customers'
    ? [
        { table: 'customers', rows: `source_id = ${importId} order by id` },
        { table: 'search_words', rows: `entity_${customers}` },
      ]
    : [
        { table: 'mandates', rows: `id in ${made} order by id` },
        { table: 'transitions', rows: `entity_id in ${made} order by entity_id` },
      ];
}

async function copyTime(client: pg.Client, kind: Written | 'rows of the file', importId: string) {
  let seconds = 0;
  for (const copied of writtenBy(kind, client.escapeLiteral(importId)))
    seconds += await copyOne(client, copied);
  return seconds;
}

/** Starts a PostgreSQL that ends with this process, even after a crash. */
export async function openImportsDatabase(): Promise<ImportsDatabase> {
  const { url, close } = await openBenchDatabase('bench');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    copyTime: (kind, importId) => copyTime(client, kind, importId),
    close: async () => {
      await client.end();
      close();
    },
  };
}

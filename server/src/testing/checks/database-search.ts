import pg from 'pg';
import type { TestServer } from '../test-server.ts';

/** Every table with a row whose texts, of any type, hold these digits. */
export async function tablesWith(
  { connectionString }: TestServer,
  digits: string,
): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } =
      await client.query(`select format('%I.%I', schemaname, tablename) as name
      from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rowCount } = await client.query(
        `select from ${name} as t where strpos(t::text, $1) > 0 limit 1`,
        [digits],
      );
      if (rowCount) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

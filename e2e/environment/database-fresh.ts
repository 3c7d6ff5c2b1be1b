import { Client } from 'pg';

/** The PostgreSQL of the test run; null where each server starts its own. */
const DATABASE_SERVER = process.env['TEST_DATABASE_URL'] ?? null;

/** A database of a test's own. */
export interface FreshDatabase {
  name: string;
  url: string;
  drop: () => Promise<void>;
}

/** Runs SQL for a state that the API cannot produce. Returns the rows. */
export async function runSql(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Makes a database in the PostgreSQL of the test run: empty, or a copy of a template, which must have
 * no connections. Returns null if the run has no PostgreSQL.
 */
export async function makeDatabase(template?: string): Promise<FreshDatabase | null> {
  const server = DATABASE_SERVER;
  if (server === null) return null;
  const name = `e2e_${process.pid}_${Date.now().toString(36)}`;
  await runSql(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  return {
    name,
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    drop: async () => {
      await runSql(server, `drop database ${name} with (force)`);
    },
  };
}

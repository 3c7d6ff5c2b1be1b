import { Client } from 'pg';

/** The PostgreSQL of the test run; without one each server brings its own. */
const DATABASE_SERVER = process.env['TEST_DATABASE_URL'] ?? null;

/** A database of a test's own. */
export interface FreshDatabase {
  url: string;
  drop: () => Promise<void>;
}

async function run(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes an empty database in the PostgreSQL of the test run; null where the run has none. */
export async function makeDatabase(): Promise<FreshDatabase | null> {
  const server = DATABASE_SERVER;
  if (server === null) return null;
  const name = `e2e_${process.pid}_${Date.now().toString(36)}`;
  await run(server, `create database ${name}`);
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    drop: () => run(server, `drop database ${name} with (force)`),
  };
}

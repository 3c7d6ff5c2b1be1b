import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#platform/database/migrate.ts';
import { openEmbedded } from '#platform/embedded-postgres/postgres-embedded.ts';

let opening: Promise<string> | undefined;

/**
 * Connection string of a PostgreSQL in which tests may create databases: TEST_DATABASE_URL, or
 * else a throwaway server of this process, started at the first call and removed when the process
 * ends.
 */
export function testDatabaseUrl(): Promise<string> {
  opening ??= openForThisProcess();
  return opening;
}

async function openForThisProcess(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return given;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tegeka-test-'));
  // Root runs PostgreSQL under another account, which must be able to enter its folder.
  await chmod(dataDir, 0o711);
  // No stop: the helper process of openEmbedded stops the server and removes the folder after this
  // process ends, even after a signal that no handler here could process.
  return (await openEmbedded({ dataDir, throwaway: true })).ownerUrl;
}

/** The name of the template of these migrations. */
export function templateName(): string {
  const folder = path.resolve(import.meta.dirname, '../../migrations');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).toSorted())
    hash.update(readFileSync(path.join(folder, name)));
  return `template_${hash.digest('hex').slice(0, 12)}_s`;
}

const urlOf = (base: string, name: string) =>
  Object.assign(new URL(base), { pathname: `/${name}` }).href;

const serverUrlOf = (base: string, name: string) =>
  Object.assign(new URL(urlOf(base, name)), {
    username: 'tegeka_test_server',
    password: 'tegeka',
  }).href;

async function asAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: await testDatabaseUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Drops a database of a test, with whatever is connected to it. */
export const dropDatabase = (name: string) =>
  asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));

/** A database of one test: its name, and its address as its owner and as the login of servers. */
export interface FreshDatabase {
  name: string;
  url: string;
  serverUrl: string;
  drop(): Promise<void>;
}

/**
 * Copies a migrated template database, which the first test of a run creates: faster than migrating
 * again. Or copies the database that is named, which nobody is connected to.
 */
export async function freshDatabase(copied?: string): Promise<FreshDatabase> {
  const template = templateName();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const base = await testDatabaseUrl();
  await asAdmin(async (client) => {
    await client.query('select pg_advisory_lock(411)');
    const known = 'select from pg_database where datname = $1';
    const { rowCount } = await client.query(known, [template]);
    if (rowCount === 0) {
      // A run that was killed while it migrated has left one.
      await client.query(`drop database if exists ${template}_new with (force)`);
      await client.query(`create database ${template}_new`);
      // Servers run as a login that owns nothing, as in production.
      await client.query(`do $$ begin
        if not exists (select from pg_roles where rolname = 'tegeka_test_server') then
          create role tegeka_test_server login password 'tegeka'; end if; end $$`);
      await migrate(urlOf(base, `${template}_new`), serverUrlOf(base, `${template}_new`));
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
    await client.query(`create database ${name} template ${copied ?? template}`);
  });
  return {
    name,
    url: urlOf(base, name),
    serverUrl: serverUrlOf(base, name),
    drop: () => dropDatabase(name),
  };
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { StartError } from '#platform/log.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/** Every server that starts takes this lock, so that one migrates and the others wait. */
const MIGRATION_LOCK = 7_308_911;

/** The roles through which a server reaches the tables; the first migration creates them. */
const TABLE_ROLES = ['tegeka_tenant', 'tegeka_platform'];

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query("set local lock_timeout = '5s'");
    await client.query(migration.sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The migration ${migration.name} failed and was undone: ${why}`);
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { host } = URL.parse(connectionString) ?? { host: 'the database server' };
    const why = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`The database at ${host} can not be reached: ${why}`);
  }
}

/** The tables of the job queue, which follow the version of pg-boss. */
async function migrateJobs(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Throws a StartError where a database lacks what a dump of it alone does not bring: roles belong to the
 * cluster, and without them the policies that name them are not restored.
 */
async function refuseIncomplete(client: pg.Client, roles: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ role: string | null; bare: string | null }>(
    `select
      (select string_agg(name, ', ') from unnest($1::text[]) as name
        where not exists (select from pg_roles where rolname = name)) as role,
      (select string_agg(relname, ', ' order by relname) from pg_class
        where relrowsecurity and relnamespace = 'public'::regnamespace
          and not exists (select from pg_policy where polrelid = pg_class.oid)) as bare`,
    [roles],
  );
  const { role = null, bare = null } = rows[0] ?? {};
  const restore =
    'restore the roles first and then the database, as docs/operations/runbook.md says';
  if (role !== null) throw new StartError(`The cluster lacks the roles ${role}: ${restore}.`);
  if (bare === null) return;
  const [first, ...others] = bare.split(', ');
  const which = others.length === 0 ? '' : ` and ${others.length} more tables`;
  throw new StartError(`The row policies of ${first}${which} are missing: ${restore}.`);
}

/**
 * Grants the running server's login the two roles, through which it accesses the tables, and the job
 * queue directly. It owns nothing, so it can neither change a table nor disable a row policy.
 */
async function grantServer(client: pg.Client, name: string): Promise<void> {
  const login = client.escapeIdentifier(name);
  await client.query(`
    grant tegeka_tenant, tegeka_platform to ${login} with inherit false, set true;
    grant usage on schema pgboss to ${login};
    grant select, insert, update, delete on all tables in schema pgboss to ${login};
    grant usage on all sequences in schema pgboss to ${login};`);
}

/**
 * Applies the migration files that are not applied yet, each in a transaction of its own, and returns
 * their names. Throws a StartError if one fails, or was changed after it was applied.
 * `migrationUrl` names the owner of the tables, `serverUrl` the login of the running server.
 */
export async function migrate(migrationUrl: string, serverUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const client = await connect(migrationUrl);
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await appliedChecksums(client);
    const changed = migrations.find(
      ({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum,
    );
    if (changed) {
      throw new StartError(`The migration ${changed.name} was changed after it was applied.`);
    }
    const login = decodeURIComponent(new URL(serverUrl).username);
    const roles = applied.size > 0 ? [...TABLE_ROLES, login] : [login];
    await refuseIncomplete(client, roles);
    const waiting = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of waiting) await apply(client, migration);
    await migrateJobs(migrationUrl);
    if (serverUrl !== migrationUrl) await grantServer(client, login);
    return waiting.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

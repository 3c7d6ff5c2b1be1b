import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { migrate } from '#platform/database/migrate.ts';
import { checkLedger } from './testing/ledger-checks.ts';
import { moveClock } from './testing/setup/test-clock.ts';
import { settleFor } from './testing/setup/test-money.ts';
import { freshDatabase } from './testing/test-database.ts';
import { activeMerchant } from './testing/test-merchant.ts';
import { openTestServer } from './testing/test-server.ts';

const SAMPLE = new URL('../../deploy/backup-role.sql', import.meta.url);
const KEY = { INSTANCE_KEY: 'd4'.repeat(32) };

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Every table of ours with its rows, by its name. */
type Dump = Map<string, { columns: string; rows: string; count: number }>;

/** Reads every table in one snapshot, as the login for backups. */
async function dump(connectionString: string): Promise<Dump> {
  const role = `backup_${randomBytes(4).toString('hex')}`;
  const owner = await connected(connectionString);
  await owner.query((await readFile(SAMPLE, 'utf8')).replaceAll('tegeka_backup', role));
  await owner.query(`alter role ${role} password 'backup'`);
  const address = Object.assign(new URL(connectionString), { username: role, password: 'backup' });
  const backup = await connected(address.href);
  try {
    await backup.query('set row_security = off');
    await backup.query('begin isolation level repeatable read');
    const { rows: tables } = await backup.query<{ name: string; columns: string }>(
      `select format('%I', c.table_name) as name,
        string_agg(format('%I', c.column_name), ', ' order by c.ordinal_position) as columns
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      group by c.table_name`,
    );
    const read: Dump = new Map();
    for (const { name, columns } of tables) {
      const { rows } = await backup.query<{ rows: string; count: number }>(
        `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows, count(*)::integer as count
          from ${name} t`,
      );
      const [table] = rows;
      if (table) read.set(name, { columns, ...table });
    }
    return read;
  } finally {
    await backup.end();
    await owner.query(`drop role ${role}`);
    await owner.end();
  }
}

/** Fills the tables of a database as a restore does: no trigger runs, and nothing else is in them. */
async function restore(connectionString: string, tables: Dump): Promise<void> {
  const owner = await connected(connectionString);
  await owner.query('set session_replication_role = replica');
  await owner.query(`truncate ${[...tables.keys()].join(', ')}`);
  for (const [name, { columns, rows, count }] of tables) {
    const { rowCount } = await owner.query(
      `insert into ${name} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [rows],
    );
    assert.equal(rowCount, count, name);
  }
  await owner.end();
}

test('a server starts on a restored database with its files and key: people sign in, what is encrypted opens, and the ledger holds', async (t) => {
  const own = await openTestServer(KEY);
  const { person, merchantId } = await activeMerchant(own);
  const operator = await own.operator();
  await settleFor(own, person.organizationId, 98_850, own.clock.now());
  await moveClock(operator, 'TOMORROW');
  const profileOf = `/api/v1/merchants/${merchantId}/profile`;
  const { json: profile } = await person.client.call(profileOf);
  const logo = (await person.client.call(profile.logo.url)).bytes;
  const balanceOf = `/api/v1/merchants/${merchantId}/balance`;
  const { json: balance } = await person.client.call(balanceOf);

  const tables = await dump(own.connectionString);
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'tegeka-restored-'));
  t.after(() => rm(DATA_DIR, { recursive: true, force: true }));
  await cp(path.join(own.config.dataDir, 'files'), path.join(DATA_DIR, 'files'), {
    recursive: true,
  });
  await own.close();
  const database = await freshDatabase();
  t.after(() => database.drop());
  await restore(database.url, tables);
  await migrate(database.url, database.serverUrl);

  await assert.rejects(
    openTestServer({ INSTANCE_KEY: 'e5'.repeat(32), DATA_DIR }, database.name),
    /INSTANCE_KEY/,
  );
  const restored = await openTestServer({ ...KEY, DATA_DIR }, database.name);
  t.after(() => restored.close());
  const client = await restored.signIn('MERCHANT', person.email);
  const reveal = `/api/v1/merchants/${merchantId}/account-number/reveal`;
  assert.equal((await client.call(reveal, { method: 'POST' })).json.accountNumber, '9030001234567');
  assert.deepEqual((await client.call(profile.logo.url)).bytes, logo);
  assert.deepEqual((await client.call(balanceOf)).json, balance);
  const checker = await restored.signIn('OPERATOR', operator.email);
  await moveClock({ client: checker }, 'TOMORROW');
  const { json: ledger } = await checker.call('/api/v1/operator/ledger');
  assert.deepEqual(ledger.differences, []);
  assert.ok(ledger.daysChecked > 0 && ledger.lastCheckedAt !== null, JSON.stringify(ledger));
  await checkLedger(restored);
});

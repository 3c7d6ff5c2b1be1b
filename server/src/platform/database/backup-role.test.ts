import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { migrate } from './migrate.ts';

const SAMPLE = new URL('../../../../deploy/backup-role.sql', import.meta.url);
// Roles belong to the cluster, which other tests use as well.
const ROLE = `backup_${randomBytes(4).toString('hex')}`;

let testServer: TestServer;
let owner: pg.Client;
let backup: pg.Client;

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

before(async () => {
  testServer = await openTestServer();
  await testServer.merchant();
  owner = await connected(testServer.connectionString);
  await owner.query((await readFile(SAMPLE, 'utf8')).replaceAll('tegeka_backup', ROLE));
  await owner.query(`alter role ${ROLE} password 'backup'`);
  const address = new URL(testServer.connectionString);
  backup = await connected(Object.assign(address, { username: ROLE, password: 'backup' }).href);
});
after(async () => {
  await backup.end();
  await owner.query(`drop role ${ROLE}`);
  await owner.end();
  await testServer.close();
});

test('the login for backups reads every table whole and writes none', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'pgboss')`,
  );
  assert.ok(rows.length > 50);
  await owner.query('begin isolation level repeatable read');
  const { rows: shared } = await owner.query('select pg_export_snapshot() as name');
  // As pg_dump: row policies that would hide rows are errors, and every table is locked.
  await backup.query('set row_security = off');
  await backup.query('begin isolation level repeatable read');
  await backup.query(`set transaction snapshot '${shared[0].name}'`);
  for (const { name } of rows) {
    const count = `select count(*)::int as rows from ${name}`;
    await backup.query(`lock table ${name} in access share mode`);
    const read = [await backup.query(count), await owner.query(count)];
    assert.deepEqual(read[0]?.rows, read[1]?.rows, name);
  }
  await Promise.all([backup.query('commit'), owner.query('commit')]);
  await backup.query('set default_transaction_read_only = off');
  for (const { name } of rows)
    for (const statement of [
      `delete from ${name}`,
      `truncate ${name}`,
      `insert into ${name} default values`,
    ])
      await assert.rejects(backup.query(statement), { code: '42501' }, statement);
});

test('a start on a database without its roles or row policies says so in one sentence', async () => {
  const { connectionString, serverUrl } = testServer;
  const nobody = Object.assign(new URL(serverUrl), { username: 'not_restored' }).href;
  await assert.rejects(migrate(connectionString, nobody), {
    name: 'StartError',
    message: /^The cluster lacks the roles not_restored: restore the roles first [^\n]+\.$/,
  });
  await owner.query(`do $$ declare one record; begin
    for one in select policyname, tablename from pg_policies where schemaname = 'public'
    loop execute format('drop policy %I on %I', one.policyname, one.tablename); end loop; end $$`);
  await assert.rejects(migrate(connectionString, serverUrl), {
    name: 'StartError',
    message: /^The row policies of \w+ and \d+ more tables are missing: restore [^\n]+\.$/,
  });
});

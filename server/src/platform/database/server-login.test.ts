import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { openDatabase, refuseStrongLogin } from './database.ts';

let testServer: TestServer;
let server: pg.Client;

before(async () => {
  testServer = await openTestServer();
  await testServer.merchant();
  server = new pg.Client({ connectionString: testServer.serverUrl });
  await server.connect();
});
after(async () => {
  await server.end();
  await testServer.close();
});

/** Runs a statement as the running server's login, in a role if given. Returns 'done' or the error code. */
async function answerTo(statement: string, role: string | null): Promise<string> {
  await server.query('begin');
  try {
    if (role !== null) await server.query(`set local role ${role}`);
    await server.query(statement);
    return 'done';
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
  } finally {
    await server.query('rollback');
  }
}

const FORBIDDEN = '42501';
const ROLES = [null, 'tegeka_tenant', 'tegeka_platform'];

test('an audit row can neither be changed nor deleted by the running server', async () => {
  for (const role of ROLES) {
    for (const statement of [
      "update audit set action = 'other'",
      'delete from audit',
      'truncate audit',
      'drop table audit',
      'alter table audit disable row level security',
    ]) {
      assert.equal(await answerTo(statement, role), FORBIDDEN, `${statement} as ${role}`);
    }
  }
  assert.equal(await answerTo('select from audit', 'tegeka_platform'), 'done');
});

test('the running server creates no roles and owns nothing', async () => {
  for (const role of ROLES) {
    assert.equal(await answerTo('create role intruder', role), FORBIDDEN);
    assert.equal(await answerTo('create table public.mine ()', role), FORBIDDEN);
  }
  const { rows } = await server.query(
    'select from pg_class where relowner = session_user::regrole',
  );
  assert.deepEqual(rows, []);
});

test('production does not run as the owner of the tables', async () => {
  const { config, ctx, connectionString } = testServer;
  await refuseStrongLogin(ctx.db);
  const owner = openDatabase(connectionString, config, ctx.log);
  try {
    await assert.rejects(refuseStrongLogin(owner), /MIGRATION_DATABASE_URL/);
  } finally {
    await owner.close();
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { keptReading } from './database-driver.ts';

interface Standing {
  role: string;
  organization: string;
  plans: string;
}

const ANA = '0193b0ff-0000-7000-8000-00000000000a';
const BEN = '0193b0ff-0000-7000-8000-00000000000b';

const STANDING = `select current_user::text as role,
  coalesce(current_setting('tegeka.organization', true), '') as organization,
  current_setting('plan_cache_mode') as plans`;
const readStanding = keptReading<Standing>(STANDING);
const divide = keptReading<{ half: number }>('select 84 / $1::integer as half');
const countSettings = keptReading<{ count: number }>(
  'select count(*)::integer as count from settings where name = $1',
);

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

test('a reading is done as the tenant it is for, whoever used its connection before', async () => {
  const { db } = testServer.ctx;
  const expected = (organization: string) => ({
    ...{ role: 'tegeka_tenant', plans: 'force_generic_plan' },
    organization,
  });
  const rounds = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? ANA : BEN));
  const seen = await Promise.all(
    rounds.map((id) => db.asTenant(id, async (tx) => (await readStanding(tx, []))[0])),
  );
  assert.deepEqual(seen, rounds.map(expected));
});

test('nothing of a reading is left on its connection', async () => {
  const { db } = testServer.ctx;
  await Promise.all(
    Array.from({ length: 20 }, () => db.asTenant(ANA, (tx) => readStanding(tx, []))),
  );
  const found = await Promise.all(
    Array.from({ length: 20 }, () =>
      db.asPlatform(
        'test',
        async (tx) => (await sql<Standing>`${sql.raw(STANDING)} `.execute(tx)).rows,
      ),
    ),
  );
  for (const [row] of found) {
    assert.deepEqual(row, { role: 'tegeka_platform', organization: '', plans: 'auto' });
  }
});

test('a reading that fails says so, and its connections serve on', async () => {
  const { db } = testServer.ctx;
  const halve = (by: number) => db.asTenant(ANA, async (tx) => (await divide(tx, [by]))[0]?.half);
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.allSettled([0, 2, 0, 1, 0, 4].map(halve));
    const values = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null));
    assert.deepEqual(values, [null, 42, null, 84, null, 21]);
    for (const answer of answers) {
      if (answer.status === 'rejected') assert.match(String(answer.reason), /division by zero/);
    }
  }
});

test('a reading after a change of its transaction sees it, and is undone with it', async () => {
  const { db } = testServer.ctx;
  const count = async () =>
    db.asPlatform('test', async (tx) => (await countSettings(tx, ['DRIVER']))[0]?.count);
  const change = db.asPlatform('test', async (tx) => {
    const early = await countSettings(tx, ['DRIVER']);
    await sql`insert into settings values ('DRIVER', 'x', now())`.execute(tx);
    const late = await countSettings(tx, ['DRIVER']);
    throw new Error(`${early[0]?.count} ${late[0]?.count}`);
  });
  await assert.rejects(change, /^Error: 0 1$/);
  assert.equal(await count(), 0);
});

test('a transaction that asks nothing costs nothing and ends', async () => {
  assert.equal(await testServer.ctx.db.asTenant(ANA, async () => 'done'), 'done');
});

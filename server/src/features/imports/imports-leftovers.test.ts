import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { until } from '#testing/test-mandate.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { sweepImports } from './imports-clear.ts';
import { csvOf, goodRow, openDesk } from './imports-test-calls.ts';

const DAY = 24 * 60 * 60 * 1000;

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

async function leftOf(id: string) {
  return testServer.ctx.db.asPlatform('test', async (tx) => {
    const { file_id: fileId, state } = await tx
      .selectFrom('imports')
      .select(['file_id', 'state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { count } = await tx
      .selectFrom('import_rows')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow();
    return { fileId, state, rows: Number(count) };
  });
}

const untilCleared = (id: string) =>
  until(async () => {
    const left = await leftOf(id);
    return left.fileId === null && left;
  });

const filesLeft = async () => (await readdir(path.join(testServer.config.dataDir, 'files'))).length;

test('after its end a file is removed, and all rows but the refused ones', async () => {
  const desk = await openDesk(testServer);
  const others = await filesLeft();
  const { id } = await desk.send(csvOf(goodRow(1), ',,,,,R'), { confirm: 'GOOD_ROWS' });
  assert.equal(await filesLeft(), others + 1);
  await desk.wait(id, 'DONE');
  assert.equal((await untilCleared(id)).rows, 1);
  await until(async () => (await filesLeft()) <= others);
  assert.equal((await desk.refused(id)).totalElements, 1);
  const cancelled = await desk.check(csvOf(',,,,,R', goodRow(2)));
  await desk.cancel(cancelled.id);
  assert.equal((await untilCleared(cancelled.id)).rows, 0);
  const temporary = await readdir(path.join(testServer.config.dataDir, 'tmp'));
  assert.deepEqual(temporary, []);
});

test('refused rows go after a month, and an upload that nobody decides on after a week', async () => {
  const desk = await openDesk(testServer);
  const done = await desk.send(csvOf(goodRow(1), ',,,,,R'), { confirm: 'GOOD_ROWS' });
  await desk.wait(done.id, 'DONE');
  await untilCleared(done.id);
  const forgotten = await desk.check(csvOf(goodRow(9)));
  testServer.clock.advance(8 * DAY);
  await sweepImports(testServer.ctx);
  assert.deepEqual(await untilCleared(forgotten.id), { fileId: null, state: 'CANCELLED', rows: 0 });
  assert.equal((await leftOf(done.id)).rows, 1);
  testServer.clock.advance(23 * DAY);
  await sweepImports(testServer.ctx);
  assert.equal((await leftOf(done.id)).rows, 0);
});

test('an organization’s transaction can not touch the rows, and sees its own refused ones', async () => {
  const [desk, other] = [await openDesk(testServer), await openDesk(testServer)];
  await desk.check(csvOf(goodRow(1), ',,,,,R'));
  const countIn = (organizationId: string) =>
    testServer.ctx.db.asTenant(organizationId, async (tx) => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from import_refused_rows`.execute(tx);
      return Number(rows[0]?.count);
    });
  assert.equal(await countIn(desk.person.organizationId), 1);
  assert.equal(await countIn(other.person.organizationId), 0);
  for (const statement of [
    sql`select from import_rows`,
    sql`delete from import_rows`,
    sql`update imports set good_rows = 5`,
    sql`delete from tasks`,
  ]) {
    const touched = testServer.ctx.db.asTenant(desk.person.organizationId, (tx) =>
      statement.execute(tx),
    );
    await assert.rejects(touched, /permission denied/);
  }
});

import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import { type TestServer, openTestServer, TEST_PASSWORD_HASH } from '#testing/test-server.ts';
import { csvOf, goodRow, openDesk, type Desk, workOn } from './imports-test-calls.ts';

const FAILURE = 'Something went wrong on our side. Please upload the file again.';
const ERRORS = 5;
const BEGINNINGS = 100;

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
  // From here on this server only answers calls; the tests run its tasks.
  await testServer.ctx.jobs.stop();
});
after(() => testServer.close());

const work = (desk: Desk, id: string, stopping?: AbortSignal) =>
  workOn(testServer, desk, id, stopping);

/** Runs the task as often as it may fail before it is given up. Each run must fail. */
async function failOften(desk: Desk, id: string, why: RegExp): Promise<void> {
  for (let time = 0; time < ERRORS; time += 1) {
    await assert.rejects(work(desk, id), why);
    // The task waits twice as long after each error, from two seconds on.
    testServer.clock.advance(2000 * 2 ** time);
  }
}

const files = () => readdir(path.join(testServer.config.dataDir, 'files'));

test('a check that fails on our side again and again is given up, and another file is taken', async () => {
  const desk = await openDesk(testServer);
  const others = await files();
  const { id } = await desk.send(csvOf(goodRow(1)));
  const [own = ''] = (await files()).filter((name) => !others.includes(name));
  await rm(path.join(testServer.config.dataDir, 'files', own), { recursive: true });
  await failOften(desk, id, /ENOENT/);
  assert.equal((await desk.get(id)).state, 'UPLOADED');
  await work(desk, id);
  const { state, failure } = await desk.get(id);
  assert.deepEqual([state, failure?.message], ['FAILED', FAILURE]);
  const next = await desk.send(csvOf(goodRow(1)));
  await work(desk, next.id);
  assert.equal((await desk.get(next.id)).state, 'CHECKED');
});

test('an import that fails again and again goes back to its sender, who can confirm it again', async (t) => {
  const desk = await openDesk(testServer);
  const { id } = await desk.send(csvOf(goodRow(1), goodRow(2)));
  await work(desk, id);
  await desk.confirm(id, 'ALL');
  const owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
  t.after(() => owner.end());
  await owner.query('revoke insert on customers from tegeka_platform');
  await failOften(desk, id, /permission denied/);
  assert.equal((await desk.get(id)).state, 'CONFIRMED');
  await work(desk, id);
  const back = await desk.get(id);
  assert.deepEqual([back.state, back.failure?.message], ['CHECKED', FAILURE]);
  assert.equal((await desk.list()).totalElements, 0);
  await owner.query('grant insert on customers to tegeka_platform');
  await desk.map(id, back.mapping);
  await work(desk, id);
  assert.equal((await desk.get(id)).failure, null, 'the new check went through');
  assert.equal((await desk.confirm(id, 'ALL')).status, 200);
  await work(desk, id);
  const { state, failure, imported } = await desk.get(id);
  assert.deepEqual([state, failure, imported], ['DONE', null, 2]);
});

test('a file over which a server ended a hundred times is given up', async () => {
  const desk = await openDesk(testServer);
  const { id } = await desk.send(csvOf(goodRow(1)));
  for (let time = 0; time < BEGINNINGS; time += 1)
    await assert.rejects(work(desk, id, AbortSignal.abort()), { name: 'AbortError' });
  assert.equal((await desk.get(id)).state, 'UPLOADED');
  await work(desk, id);
  const { state, failure } = await desk.get(id);
  assert.deepEqual([state, failure?.message], ['FAILED', FAILURE]);
});

test('a confirmation that came with the file counts for its sender, not for somebody else who matches columns', async () => {
  const desk = await openDesk(testServer);
  const email = `colleague-${desk.person.email}`;
  await testServer.ctx.db.asPlatform('test', (tx) =>
    createAccount(testServer.ctx, tx, {
      email,
      firstName: 'Colin',
      lastName: 'League',
      phone: null,
      domain: 'MERCHANT',
      organization: { id: desk.person.organizationId },
      passwordHash: TEST_PASSWORD_HASH,
    }),
  );
  const colleague = await testServer.signIn('MERCHANT', email);
  for (const [client, state] of [
    [colleague, 'CHECKED'],
    [desk.client, 'DONE'],
  ] as const) {
    const { id, mapping } = await desk.send(csvOf(goodRow(1)), { confirm: 'ALL' });
    const address = `${desk.bulk}/${id}/mapping`;
    const mapped = await client.call(address, { method: 'PUT', body: { mapping } });
    assert.equal(mapped.status, 200, mapped.text);
    await work(desk, id);
    assert.equal((await desk.get(id)).state, state);
    await desk.cancel(id);
  }
});

test('columns can be matched as often as one likes', async () => {
  const desk = await openDesk(testServer);
  const { id, mapping } = await desk.send(csvOf(goodRow(1)));
  for (let time = 0; time <= BEGINNINGS; time += 1)
    assert.equal((await desk.map(id, mapping)).status, 200);
  await work(desk, id);
  assert.equal((await desk.get(id)).state, 'CHECKED');
});

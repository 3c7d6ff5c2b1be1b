import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { cleanUp } from '#platform/jobs/housekeeping.ts';
import { until } from '#testing/test-mandate.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

/** The events of a kind. */
const found = (kind: string) =>
  testServer.ctx.db.asPlatform('test', (tx) =>
    tx.selectFrom('domain_events').select('dispatched_at').where('kind', '=', kind).execute(),
  );

const record = (kind: string) =>
  testServer.ctx.db.asPlatform('test', (tx) =>
    testServer.ctx.domainEvents.record(tx, { kind, organizationId: null, payload: {} }),
  );

test('an event that nobody listens to here waits ten minutes for a newer server, and is deleted after a month', async () => {
  const { ctx, clock } = testServer;
  const kind = 'test.of-a-newer-server';
  await record(kind);
  await ctx.domainEvents.dispatch();
  assert.deepEqual(await found(kind), [{ dispatched_at: null }]);
  clock.advance(10 * 60_000 + 1000);
  await until(async () => (await found(kind))[0]?.dispatched_at);
  clock.advance(29 * DAY_MS);
  await cleanUp(ctx, []);
  assert.equal((await found(kind)).length, 1);
  clock.advance(2 * DAY_MS);
  await cleanUp(ctx, []);
  assert.deepEqual(await found(kind), []);
});

test('expired events are deleted also while the disk of the files can not be read', async () => {
  const { ctx, clock, config } = testServer;
  const kind = 'test.expired';
  await record(kind);
  clock.advance(11 * 60_000);
  await until(async () => (await found(kind))[0]?.dispatched_at);
  clock.advance(31 * DAY_MS);
  const folder = path.join(config.dataDir, 'files');
  await rename(folder, `${folder}-away`);
  await writeFile(folder, 'no folder');
  await assert.rejects(cleanUp(ctx, []));
  assert.deepEqual(await found(kind), []);
});

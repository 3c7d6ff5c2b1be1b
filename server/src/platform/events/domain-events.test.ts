import assert from 'node:assert/strict';
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

test('an event that nobody listens to here waits ten minutes for a newer server, and is deleted after a month', async () => {
  const { ctx, clock } = testServer;
  const kind = 'test.of-a-newer-server';
  const record = (one: string) =>
    ctx.db.asPlatform('test', (tx) =>
      ctx.domainEvents.record(tx, { kind: one, organizationId: null, payload: {} }),
    );
  const found = () =>
    ctx.db.asPlatform('test', (tx) =>
      tx.selectFrom('domain_events').select('dispatched_at').where('kind', '=', kind).execute(),
    );
  await record(kind);
  await ctx.domainEvents.dispatch();
  assert.deepEqual(await found(), [{ dispatched_at: null }]);
  clock.advance(10 * 60_000 + 1000);
  await until(async () => (await found())[0]?.dispatched_at);
  clock.advance(29 * DAY_MS);
  await cleanUp(ctx, []);
  assert.equal((await found()).length, 1);
  clock.advance(2 * DAY_MS);
  await cleanUp(ctx, []);
  assert.deepEqual(await found(), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import { openLinedServer } from '#testing/test-server.ts';

test('an outage of the database is one line at level 50 and one when it is over', async (t) => {
  const lines: string[] = [];
  const keep = (level: number) => (_: object, message: string) => {
    lines.push(`${level} ${message}`);
  };
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: keep(40),
    error: keep(50),
  };
  const testServer = await openLinedServer({}, log);
  t.after(() => testServer.close());
  const client = testServer.stranger();
  for (let outage = 0; outage < 2; outage += 1) {
    lines.length = 0;
    testServer.line.cut();
    for (let call = 0; call < 5; call += 1)
      assert.equal((await client.call('/api/v1/banks')).status, 503);
    // Pollers and jobs notice it too.
    await wait(2500);
    testServer.line.mend();
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await client.call('/readyz')).status === 200) break;
      await wait(100);
    }
    assert.deepEqual(lines, [
      '50 the database cannot be reached',
      '40 the database can be reached again',
    ]);
  }
});

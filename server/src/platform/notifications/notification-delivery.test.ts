import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Log } from '#platform/log.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';
import { openNotifications } from './notifications.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

test('what a mail server answers is logged without the address that it repeats', async () => {
  const { db, clock, ids, keys, domainEvents } = testServer.ctx;
  const { budgets } = testServer.ctx.config.notifications;
  const lines: string[] = [];
  const write = (entry: object, message: string) =>
    void lines.push(`${JSON.stringify(entry)} ${message}`);
  const log: Log = { debug: write, info: write, warn: write, error: write };
  // As nodemailer throws it.
  const refusal = Object.assign(
    new Error('All recipients were rejected: 550 5.1.1 <grace@example.com>'),
    { code: 'EENVELOPE', responseCode: 550 },
  );
  const transports = { readable: false, send: () => Promise.reject(refusal) };
  const notifications = openNotifications({
    db,
    clock,
    ids,
    keys,
    log,
    transports,
    budgets,
    domainEvents,
  });
  const message = { template: 'test', subject: 'Test', text: 'Test' };
  await db.asPlatform('test', (tx) =>
    notifications.send(tx, { channel: 'email', to: 'grace@example.com', message }),
  );
  await notifications.sendDue('email', new AbortController().signal);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /"code":"EENVELOPE","status":550/);
  assert.doesNotMatch(lines[0] ?? '', /grace/);
});

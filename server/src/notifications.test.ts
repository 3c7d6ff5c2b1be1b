import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from './config.ts';
import { openTransports } from './platform/notifications/notification-transports.ts';
import { type TestServer, openTestServer } from './testing/test-server.ts';
import { openMessageGateways, type MessageGateways } from './testing/message-gateways.ts';

const CODE = '/identity/api/v1/auth/public/sec-token';
let world: MessageGateways;
let testServer: TestServer;

before(async () => {
  world = await openMessageGateways();
  testServer = await openTestServer({
    SMTP_URL: world.smtpUrl,
    SMS_URL: world.smsUrl,
    SMS_USERNAME: 'tegeka',
    SMS_API_KEY: 'key',
    SMS_SENDER: 'Tegeka',
  });
});

after(async () => {
  await testServer.close();
  world.close();
});

async function until(what: () => boolean): Promise<void> {
  for (let n = 0; n < 300 && !what(); n += 1) await pause(100);
  assert.ok(what(), 'it did not happen in 30 s');
}

function askForCode(identifier: string) {
  return testServer
    .stranger()
    .call(CODE, { method: 'POST', body: { identifier, tokenType: 'OTP' } });
}

test('an email arrives once, also when the mail server refuses it at first', async () => {
  world.refuseNext(1);
  assert.equal((await askForCode('post@example.com')).status, 200);
  await until(() => world.mails.length > 0);
  await pause(1500);
  assert.equal(world.mails.length, 1);
  assert.match(world.mails[0] ?? '', /\b\d{5}\b/);
});

test('an SMS arrives, also when the gateway refuses it at first', async () => {
  world.refuseNext(1);
  assert.equal((await askForCode('+256772345678')).status, 200);
  await until(() => world.texts.length > 0);
  assert.equal(world.texts[0]?.get('to'), '+256772345678');
  assert.equal(world.texts[0].get('from'), 'Tegeka');
  assert.match(world.texts[0].get('message') ?? '', /\b\d{5}\b/);
});

test('the text of a sent message is erased, and the outbox shows nothing', async () => {
  const sent = () =>
    testServer.ctx.db.asPlatform('read the messages', (tx) =>
      tx.selectFrom('messages').select(['state', 'body']).execute(),
    );
  let rows = await sent();
  for (let n = 0; n < 100 && rows.some(({ state }) => state !== 'SENT'); n += 1) {
    await pause(100);
    rows = await sent();
  }
  assert.ok(rows.length >= 2);
  for (const { state, body } of rows) assert.deepEqual([state, body], ['SENT', null]);
  assert.deepEqual(await testServer.outbox('post@example.com'), []);
});

test('in production no mail leaves without TLS, unless that is allowed', async () => {
  const settings = {
    MODE: 'production',
    BASE_URL: 'https://tegeka.example',
    DATABASE_URL: 'postgres://server@db.example/tegeka?sslmode=verify-full',
    MIGRATION_DATABASE_URL: 'postgres://owner@db.example/tegeka?sslmode=verify-full',
    INSTANCE_KEY: 'a1'.repeat(32),
    SMTP_URL: world.smtpUrl,
    SMS_USERNAME: 'tegeka',
    SMS_API_KEY: 'key',
  };
  const message = { channel: 'email', to: 'tls@example.com', subject: 'Hello', text: 'Hello' };
  const sent = world.mails.length;
  const demanding = await openTransports(readConfig(settings));
  await assert.rejects(demanding.send(message), /TLS/);
  assert.equal(world.mails.length, sent);
  const lenient = await openTransports(readConfig({ ...settings, ALLOW_INSECURE: 'mail' }));
  await lenient.send(message);
  assert.equal(world.mails.length, sent + 1);
});

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

function requestCode(identifier: string) {
  return testServer
    .stranger()
    .call(CODE, { method: 'POST', body: { identifier, tokenType: 'OTP' } });
}

test('an email arrives once, also when the mail server refuses it at first', async () => {
  world.refuseNext(1);
  assert.equal((await requestCode('post@example.com')).status, 200);
  await until(() => world.mails.length > 0);
  await pause(1500);
  assert.equal(world.mails.length, 1);
  assert.match(world.mails[0] ?? '', /\b\d{5}\b/);
});

test('an SMS arrives, also when the gateway refuses it at first', async () => {
  world.refuseNext(1);
  assert.equal((await requestCode('+256772345678')).status, 200);
  await until(() => world.texts.length > 0);
  assert.equal(world.texts[0]?.get('to'), '+256772345678');
  assert.equal(world.texts[0].get('from'), 'Tegeka');
  assert.match(world.texts[0].get('message') ?? '', /\b\d{5}\b/);
});

/** Writes so many SMS that do not expire. */
const writeTexts = (count: number, text: string) =>
  testServer.ctx.db.asPlatform('test', (tx) =>
    testServer.ctx.notifications.sendAll(
      tx,
      Array.from({ length: count }, (_, n) => ({
        channel: 'sms' as const,
        to: `+25677${1_000_000 + n}`,
        message: { template: 'test', subject: '', text },
      })),
    ),
  );

const textsLike = (pattern: RegExp) =>
  world.texts.filter((text) => pattern.test(text.get('message') ?? ''));

const readMessages = (template: string) =>
  testServer.ctx.db.asPlatform('read the messages', (tx) =>
    tx
      .selectFrom('messages')
      .select(['state', 'body', 'attempts'])
      .where('template', '=', template)
      .execute(),
  );

test('an SMS outlives a day without the gateway, a code only its ten minutes', async () => {
  const REFUSED = 1000;
  world.refuseNext(REFUSED);
  assert.equal((await requestCode('+256772345679')).status, 200);
  await writeTexts(1, 'After a day');
  const hours = [0, 0.1, 0.2, 1, 3, 7];
  for (const [n, hour] of hours.entries()) {
    testServer.clock.advance((hour - (hours[n - 1] ?? 0)) * 3_600_000);
    await until(() => world.refused() > 0);
    await pause(1000);
    world.refuseNext(REFUSED);
  }
  const [code] = (await readMessages('code-sms')).filter(({ state }) => state !== 'SENT');
  assert.deepEqual([code?.state, code?.body], ['FAILED', null]);
  const [waiting] = await readMessages('test');
  assert.equal(waiting?.state, 'QUEUED');
  assert.match(waiting?.body ?? '', /^v1/, 'encrypted while it waits');
  world.refuseNext(0);
  const sent = world.texts.length;
  testServer.clock.advance(16 * 3_600_000);
  await until(() => textsLike(/^After a day$/).length > 0);
  await pause(1000);
  assert.equal(world.texts.length, sent + 1);
});

test('codes by SMS and email go before a morning of notices on a slow gateway', async () => {
  const NOTICES = 60;
  world.slowTexts(500);
  const mails = world.mails.length;
  await writeTexts(NOTICES, 'A notice');
  await until(() => textsLike(/^A notice$/).length > 0);
  const [codes, notices] = [textsLike(/verification/).length, () => textsLike(/^A notice$/).length];
  assert.equal((await requestCode('+256772345680')).status, 200);
  assert.equal((await requestCode('early@example.com')).status, 200);
  await until(() => textsLike(/verification/).length > codes && world.mails.length > mails);
  assert.ok(notices() < NOTICES / 2, `${notices()} notices went first`);
  world.slowTexts(0);
  await until(() => notices() === NOTICES);
});

test('the text of a sent message is erased, and the outbox shows nothing', async () => {
  const sent = () =>
    testServer.ctx.db.asPlatform('read the messages', (tx) =>
      tx.selectFrom('messages').select(['state', 'body']).execute(),
    );
  let rows = await sent();
  for (let n = 0; n < 100 && rows.some(({ state }) => state === 'QUEUED'); n += 1) {
    await pause(100);
    rows = await sent();
  }
  assert.ok(rows.length >= 2);
  assert.ok(rows.some(({ state }) => state === 'SENT'));
  for (const { body } of rows) assert.equal(body, null);
  assert.deepEqual(await testServer.outbox('post@example.com'), []);
});

test('in production no mail leaves without TLS, unless that is allowed', async () => {
  const settings = {
    MODE: 'production',
    ENVIRONMENT: 'PRODUCTION',
    BASE_URL: 'https://tegeka.example',
    DATABASE_URL: 'postgres://server@db.example/tegeka?sslmode=verify-full',
    MIGRATION_DATABASE_URL: 'postgres://owner@db.example/tegeka?sslmode=verify-full',
    INSTANCE_KEY: '0c6f2b9e47d1a358f4e07b12c9863dae5517f0a2d48b3c69e1927056bf84ca3d',
    SMTP_URL: world.smtpUrl,
    SMS_USERNAME: 'tegeka',
    SMS_API_KEY: 'key',
    SMS_INBOUND_KEY: 'a key of the gateway, long enough',
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

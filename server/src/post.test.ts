import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type House, openHouse } from './test-house.ts';
import { openPostWorld, type PostWorld } from './test-post-world.ts';

const CODE = '/identity/api/v1/auth/public/sec-token';
let world: PostWorld;
let house: House;

before(async () => {
  world = await openPostWorld();
  house = await openHouse({
    SMTP_URL: world.smtpUrl,
    ...{ SMS_URL: world.smsUrl, SMS_USERNAME: 'tegeka', SMS_API_KEY: 'key', SMS_SENDER: 'Tegeka' },
  });
});

after(async () => {
  await house.close();
  world.close();
});

async function until(what: () => boolean): Promise<void> {
  for (let n = 0; n < 300 && !what(); n += 1) await pause(100);
  assert.ok(what(), 'it did not happen in 30 s');
}

function askForCode(identifier: string) {
  return house.stranger().call(CODE, { method: 'POST', body: { identifier, tokenType: 'OTP' } });
}

test('a mail arrives, also when the mail server refuses it at first, and only once', async () => {
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

test('the text of a sent message is not kept, and the outbox shows nothing', async () => {
  const sent = () =>
    house.frame.db.asPlatform('look at the post', (tx) =>
      tx.selectFrom('post').select(['state', 'body']).execute(),
    );
  let rows = await sent();
  for (let n = 0; n < 100 && rows.some(({ state }) => state !== 'SENT'); n += 1) {
    await pause(100);
    rows = await sent();
  }
  assert.ok(rows.length >= 2);
  for (const { state, body } of rows) assert.deepEqual([state, body], ['SENT', null]);
  assert.deepEqual(await house.outbox('post@example.com'), []);
});

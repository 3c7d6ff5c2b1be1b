import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { openMessageGateways, type MessageGateways } from './testing/message-gateways.ts';
import { openShop, until } from './testing/test-mandate.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const OF_BUSINESS = 5;
const OF_ALL = 8;

let world: MessageGateways;
let testServer: TestServer;

before(async () => {
  world = await openMessageGateways();
  testServer = await openTestServer({
    SMTP_URL: world.smtpUrl,
    SMS_URL: world.smsUrl,
    SMS_USERNAME: 'tegeka',
    SMS_API_KEY: 'key',
    SMS_PER_DAY: String(OF_ALL),
    SMS_PER_DAY_OF_BUSINESS: String(OF_BUSINESS),
  });
});
after(async () => {
  await testServer.close();
  world.close();
});

/** Writes SMS of a business that do not expire. */
const writeTexts = (organizationId: string, count: number, text: string) =>
  testServer.ctx.db.asPlatform('test', (tx) =>
    testServer.ctx.notifications.sendAll(
      tx,
      Array.from({ length: count }, () => ({
        channel: 'sms' as const,
        to: '+256772000001',
        organizationId,
        message: { template: 'test', subject: '', text },
      })),
    ),
  );
const textsLike = (text: string) =>
  world.texts.filter((one) => one.get('message')?.includes(text)).length;
const held = async () =>
  Number(
    (
      await testServer.ctx.db.asPlatform('test', (tx) =>
        tx
          .selectFrom('messages')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('held_at', 'is not', null)
          .where('state', '=', 'QUEUED')
          .executeTakeFirstOrThrow(),
      )
    ).count,
  );
const alerts = (about: string) => world.mails.filter((mail) => mail.includes(about)).length;

test('beyond the budget of a day SMS wait for the next morning, and operators are told before and then', async () => {
  const operator = await testServer.operator();
  const [shop, other] = [await openShop(testServer), await openShop(testServer)];
  const ask = async () => {
    const terms = await shop.payer.terms();
    return shop.client.call(shop.mandates, { method: 'POST', body: terms });
  };
  assert.equal((await ask()).status, 201);
  await until(async () => world.texts.length === 1);
  const { organizationId } = shop;
  await writeTexts(organizationId, 3, 'A notice');
  // Each operator gets an alert of their own, in any order.
  const isTold = () =>
    world.mails.some((mail) => mail.includes(operator.email) && mail.includes('is used to 80 %'));
  await until(async () => textsLike('A notice') === 3 && isTold());
  assert.equal(alerts('is used up'), 0);

  await writeTexts(organizationId, 3, 'A notice');
  // What is not held goes out a moment later.
  await until(
    async () => (await held()) === 2 && alerts('is used up') > 0 && textsLike('A notice') === 4,
  );
  const refused = await ask();
  assert.deepEqual([refused.status, refused.json.code], [429, 'MESSAGE_BUDGET_USED']);
  assert.ok(refused.json.retryAfterSeconds > 0 && refused.json.retryAfterSeconds < 2 * 86_400);

  // Three are left of the budget of all. Codes are sent whatever is left.
  await writeTexts(other.organizationId, 4, 'Another');
  await until(async () => (await held()) === 3 && textsLike('Another') === 3);
  const body = { identifier: '+256772345678', tokenType: 'OTP' };
  const path = '/identity/api/v1/auth/public/sec-token';
  assert.equal((await testServer.stranger().call(path, { method: 'POST', body })).status, 200);
  await until(async () => textsLike('verification') === 1);

  const now = testServer.clock.now();
  const tomorrow = `${isoDay(new Date(now.getTime() + DAY_MS))}T08:00:30+03:00`;
  testServer.clock.advance(Date.parse(tomorrow) - now.getTime());
  await until(
    async () => (await held()) === 0 && textsLike('A notice') === 6 && textsLike('Another') === 4,
  );
});

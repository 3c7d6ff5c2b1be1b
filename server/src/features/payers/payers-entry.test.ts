import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FEATURES } from '#app-features.ts';
import { cleanUp } from '#platform/jobs/housekeeping.ts';
import { consentedMandate, openBank, until } from '#testing/test-mandate.ts';
import { openPayerPages } from '#testing/test-payer.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE = 60_000;

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer({ TRUST_PROXY: '127.0.0.1' });
  await openBank(testServer);
});
after(() => testServer.close());

const { browserOf, messages, shop, linkFor, codeOf, atTheForm, openPage } = openPayerPages(
  () => testServer,
);
const wrongFor = (code: string) => (code === '12345' ? '54321' : '12345');

test('the answer is the same for a number that nobody knows, and no SMS goes there', async () => {
  const merchant = await shop();
  await consentedMandate(testServer, merchant);
  const stranger = '+256772999111';
  const { visit } = browserOf();
  const ask = (phone: string) => visit('/', { phone });
  const [known, unknown] = [await ask(merchant.phoneNumber), await ask(stranger)];
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
  await until(async () => (await messages(merchant.phoneNumber, /\/me\//)).length === 1);
  assert.deepEqual(await testServer.outbox(stranger), []);
  for (const phone of [merchant.phoneNumber, stranger]) {
    const statuses = [
      (await ask(phone)).status,
      (await ask(phone)).status,
      (await ask(phone)).status,
    ];
    assert.deepEqual(statuses, [200, 200, 429], 'three links an hour, known or not');
  }
  assert.equal((await ask('041 4123456')).status, 422, 'no SMS reaches a fixed line');
});

test('who has lost the link of a request gets a new one, and no page before they have agreed', async () => {
  const merchant = await shop();
  await merchant.create();
  const first = await merchant.link();
  await browserOf().visit('/', { phone: merchant.phoneNumber });
  const again = await until(async () => {
    const link = await merchant.link();
    return link !== first && link;
  });
  for (const link of [first, again]) assert.equal((await browserOf().visit(link)).status, 200);
  assert.deepEqual(await messages(merchant.phoneNumber, /\/me\//), []);
});

test('who leaves the page is out in every tab, and other browsers stay in', async () => {
  const merchant = await shop();
  await consentedMandate(testServer, merchant);
  const [one, other] = [await openPage(merchant.phoneNumber), await openPage(merchant.phoneNumber)];
  const session = one.client.cookie('tegeka_payer') ?? '';
  assert.equal((await one.visit('/me/out', {})).to, '/');
  assert.equal((await one.visit('/me')).status, 401);
  const stolen = { cookie: `tegeka_payer=${session}` };
  assert.equal((await browserOf().visit('/me', undefined, stolen)).status, 401);
  assert.equal((await other.visit('/me')).status, 200);
});

test('a code is tried five times, is valid for ten minutes and opens one page', async () => {
  const merchant = await shop();
  await consentedMandate(testServer, merchant);
  const guessing = await atTheForm(merchant.phoneNumber);
  for (let n = 0; n < 5; n += 1)
    assert.match((await guessing.enter(wrongFor(guessing.code))).text, /This is not the code/);
  assert.match((await guessing.enter()).text, /code has ended/);
  const soon = (await guessing.visit(guessing.link, {})).text;
  assert.match(soon, /sent a moment ago/);
  assert.ok(soon.includes(`href="${guessing.link}/code"`), 'the code that came is entered there');
  testServer.clock.advance(MINUTE + 1000);
  const late = await atTheForm(merchant.phoneNumber);
  testServer.clock.advance(10 * MINUTE + 1000);
  assert.match((await late.enter()).text, /code has ended/);
  await late.visit(late.link, {});
  const code = await codeOf(merchant.phoneNumber);
  const answers = await Promise.all(Array.from({ length: 12 }, () => late.enter(code)));
  assert.equal(answers.filter(({ status }) => status === 303).length, 1);
  assert.equal((await late.enter(code)).status, 410);
});

test('who asks for links to the number of another person uses up their own, not those of the payer', async () => {
  const merchant = await shop();
  await consentedMandate(testServer, merchant);
  const { phoneNumber: phone } = merchant;
  const stranger = browserOf();
  for (let n = 0; n < 20; n += 1) await stranger.visit('/', { phone });
  const refused = await stranger.visit('/', { phone });
  assert.equal(refused.status, 429);
  assert.match(refused.text, /another one from \d\d\/\d\d\/\d{4}, \d\d:\d\d on/);
  assert.match(refused.text, /<a href="[^"]+">Enter another number</);
  await openPage(phone);
});

test('a number gets 24 links a day from all addresses together, and a link that has come stays valid', async () => {
  const merchant = await shop();
  await consentedMandate(testServer, merchant);
  const { phoneNumber: phone } = merchant;
  const first = await linkFor(phone);
  const statuses: number[] = [];
  for (let n = 0; n < 24; n += 1) statuses.push((await browserOf().visit('/', { phone })).status);
  assert.deepEqual(statuses, [...Array<number>(23).fill(200), 429]);
  assert.equal((await browserOf().visit(first)).status, 200);
});

test('a number gets six links a day from one address', async () => {
  const { visit } = browserOf();
  const ask = async () => (await visit('/', { phone: '0772888111' })).status;
  for (let hours = 0; hours < 2; hours += 1) {
    assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [200, 200, 200, 429]);
    testServer.clock.advance(60 * MINUTE + 1000);
  }
  assert.equal(await ask(), 429);
  testServer.clock.advance(24 * 60 * MINUTE);
  assert.equal(await ask(), 200);
});

test('a number tries ten accounts a day', async () => {
  const merchant = await shop();
  await consentedMandate(testServer, merchant);
  const { phoneNumber: phone } = merchant;
  for (let links = 0; links < 2; links += 1) {
    const form = await atTheForm(phone);
    for (let n = 0; n < 5; n += 1) {
      const account = `90300000010${n}`;
      assert.match((await form.enter(form.code, account)).text, /no direct debits from this/);
    }
    testServer.clock.advance(60 * MINUTE + 1000);
  }
  const third = await atTheForm(phone);
  assert.match((await third.enter()).text, /Too many account numbers were tried today/);
  testServer.clock.advance(24 * 60 * MINUTE);
  await openPage(phone);
});

test('links end after an hour and sessions after half of one', async () => {
  const merchant = await shop();
  await consentedMandate(testServer, merchant);
  const link = await linkFor(merchant.phoneNumber);
  testServer.clock.advance(60 * MINUTE + 1000);
  assert.equal((await browserOf().visit(link)).status, 410);
  const { visit } = await openPage(merchant.phoneNumber);
  testServer.clock.advance(29 * MINUTE);
  assert.equal((await visit('/me')).status, 200);
  testServer.clock.advance(2 * MINUTE);
  const ended = await visit('/me');
  assert.deepEqual([ended.status, /Your page is closed/.test(ended.text)], [401, true]);
});

test('old links, sessions and requests are cleaned up', async () => {
  const merchant = await shop();
  const { id } = await consentedMandate(testServer, merchant);
  await linkFor(merchant.phoneNumber);
  await openPage(merchant.phoneNumber);
  const { ctx } = testServer;
  const left = () =>
    ctx.db.asPlatform('test', async (tx) => [
      (await tx.selectFrom('payer_links').select('token_hash').execute()).length,
      (await tx.selectFrom('payer_sessions').select('token_hash').execute()).length,
      (
        await tx
          .selectFrom('consent_links')
          .select('sent_at')
          .where('mandate_id', '=', id)
          .execute()
      ).length,
    ]);
  await cleanUp(ctx, FEATURES);
  assert.ok(
    (await left()).every((count) => count > 0),
    'what is open stays',
  );
  testServer.clock.advance(31 * 24 * 60 * MINUTE);
  await cleanUp(ctx, FEATURES);
  assert.deepEqual(await left(), [0, 0, 0]);
});

test('one address asks for three hundred numbers in an hour at most', async () => {
  const { visit } = browserOf('192.0.2.250');
  let taken = 0;
  for (let n = 0; n < 325; n += 25) {
    const asked = Array.from({ length: 25 }, (_, one) =>
      visit('/', { phone: `0772${111_200 + n + one}` }),
    );
    taken += (await Promise.all(asked)).filter(({ status }) => status === 200).length;
  }
  assert.equal(taken, 300);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  openBank,
  openShop,
  payerAccount,
  payerBrowser,
  visitPage,
} from '#testing/test-mandate.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer({ TRUST_PROXY: '127.0.0.1' });
  await openBank(testServer);
});
after(() => testServer.close());

test('unlimited code guessing: codes to a phone and tries of them are few, however many mandates a business makes', async () => {
  const shop = await openShop(testServer);
  const typed = { ...(await payerAccount(testServer)), agreed: 'yes' };
  let [codes, wrong] = [0, 0];
  for (let made = 0; made < 12; made += 1) {
    assert.equal((await shop.create()).status, 201);
    const link = await shop.link();
    if ((await visitPage(testServer, link, typed)).status !== 303) continue;
    codes += 1;
    const guess = String((Number(await shop.code()) + 1) % 100_000).padStart(5, '0');
    for (let tries = 0; tries < 5; tries += 1) {
      const { text } = await visitPage(testServer, `${link}/code`, { code: guess });
      if (text.includes('This is not the code')) wrong += 1;
    }
  }
  assert.deepEqual([codes, wrong], [10, 30]);
  const other = await openShop(testServer);
  await other.create();
  assert.equal((await visitPage(testServer, await other.link(), typed)).status, 303);
});

test('a stranger with the link of a payer uses up codes of their own, and the payer gets one from another address', async () => {
  const shop = await openShop(testServer);
  await shop.create();
  const link = await shop.link();
  const typed = { ...(await payerAccount(testServer)), agreed: 'yes' };
  const stranger = payerBrowser(testServer, '198.51.100.7');
  for (let codes = 0; codes < 5; codes += 1) {
    assert.equal((await stranger.visit(link, typed)).status, 303);
    testServer.clock.advance(60_000);
  }
  const { text } = await stranger.visit(link, typed);
  assert.match(
    text,
    /Too many codes were sent\. You can ask for another one from \d\d\/\d\d\/\d{4}, \d\d:\d\d on/,
  );
  const sent = await shop.code();
  const payer = payerBrowser(testServer, '203.0.113.9');
  assert.equal((await payer.visit(link, typed)).status, 303);
  const code = await shop.code();
  assert.notEqual(code, sent);
  const soon = await stranger.visit(`${link}/code/new`, {});
  assert.match(soon.text, /A code was sent a moment ago\. You can ask for another one from /);
  assert.match((await payer.visit(`${link}/code`, { code })).text, /Thank you/);
});

test('wrong codes of one address leave the tries of a phone to others', async () => {
  const shop = await openShop(testServer);
  const typed = { ...(await payerAccount(testServer)), agreed: 'yes' };
  const stranger = payerBrowser(testServer, '198.51.100.8');
  const other = payerBrowser(testServer, '198.51.100.9');
  for (let made = 0; made < 7; made += 1) {
    await shop.create();
    const link = await shop.link();
    assert.equal((await other.visit(link, typed)).status, 303);
    const guess = String((Number(await shop.code()) + 1) % 100_000).padStart(5, '0');
    for (let tries = 0; tries < 5; tries += 1)
      await stranger.visit(`${link}/code`, { code: guess });
  }
  await shop.create();
  const link = await shop.link();
  assert.equal((await other.visit(link, typed)).status, 303);
  assert.match((await other.visit(`${link}/code`, { code: await shop.code() })).text, /Thank you/);
});

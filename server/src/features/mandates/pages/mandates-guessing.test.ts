import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBank, openShop, payerAccount, visitPage } from '#testing/test-mandate.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
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

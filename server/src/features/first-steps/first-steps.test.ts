import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { activeMandate, openBank, openShop } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

test('a business sees which first steps it has made, not those of others', async () => {
  const officer = await openBank(testServer);
  const merchant = await openShop(testServer);
  const { client, mandates } = merchant;
  const path = mandates.replace('/mandates', '/first-steps');
  const mandateId = await activeMandate(testServer, officer, merchant.payer);
  const first = (await client.call(path)).json;
  assert.equal(first.transaction, false);
  assert.deepEqual([first.customer, first.mandate], [true, true]);
  const body = { mandateId, reference: 'FIRST', amount: 50_000 };
  const transactions = mandates.replace('/mandates', '/transactions');
  assert.equal((await client.call(transactions, { method: 'POST', body })).status, 201);
  assert.equal((await client.call(path)).json.transaction, true);

  const { person, merchantId } = await activeMerchant(testServer);
  const none = await person.client.call(`/api/v1/merchants/${merchantId}/first-steps`);
  assert.deepEqual(none.json, {
    customer: false,
    product: false,
    mandate: false,
    transaction: false,
  });
  assert.equal((await person.client.call(path)).status, 404);
});

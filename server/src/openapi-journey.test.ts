import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { activeMandate, openBank, openShop } from './testing/test-mandate.ts';
import { type TestServer, openTestServer } from './testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const PATH = '/api/v1/merchants/{merchantId}';

test('a stranger follows the examples of the API document from a customer to transactions', async () => {
  const officer = await openBank(testServer);
  const { client, merchantId, payer } = await openShop(testServer);
  const { json } = await testServer.stranger().call('/openapi/sandbox.json');
  const exampleOf = (path: string) =>
    json.paths[`${PATH}/${path}`].post.requestBody.content['application/json'].example;
  const send = async (path: string, own: object = {}) => {
    const body = { ...exampleOf(path), ...own };
    return client.call(`/api/v1/merchants/${merchantId}/${path}`, { method: 'POST', body });
  };
  const made = async (path: string, own?: object) => {
    const answer = await send(path, own);
    assert.equal(answer.status, 201, `${path}: ${answer.text}`);
    return answer.json.id;
  };
  const [category] = (await client.call('/api/v1/payment-categories')).json;
  const customerId = await made('customers');
  const productId = await made('products', { categoryId: category.id });
  await made('mandates', { customerId, productId });

  // The mandate of the example begins years from now.
  const mandateId = await activeMandate(testServer, officer, payer);
  const items = [{ ...exampleOf('transactions/bulk').items[0], mandateId }];
  for (const expected of [[], ['TAKEN']]) {
    const {
      items: [outcome],
    } = (await send('transactions/bulk', { items })).json;
    assert.deepEqual(
      outcome.errors.map(({ code }: { code: string }) => code),
      expected,
    );
  }
  const payout = await send('payouts');
  assert.match(payout.text, /Nothing is available/);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { cleanUp } from './platform/jobs/housekeeping.ts';
import type { TestClient } from './testing/test-client.ts';
import { type TestServer, openTestServer } from './testing/test-server.ts';

const DAY = 24 * 60 * 60 * 1000;

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

function saveView(client: TestClient, name: string, list = 'listMerchants') {
  return client.call('/api/v1/saved-views', {
    method: 'PUT',
    body: { list, name, query: 'state=ACTIVE' },
    headers: { 'idempotency-key': 'same-key-of-all' },
  });
}

test('an Idempotency-Key belongs to the organization: a colleague who uses it is refused, strangers are not', async () => {
  const operator = await testServer.operator();
  const colleague = await testServer.operator();
  const merchant = await testServer.merchant();
  assert.equal((await saveView(operator.client, 'Active')).status, 200);
  assert.equal((await saveView(operator.client, 'Active')).status, 200);
  const refused = await saveView(colleague.client, 'Active');
  assert.deepEqual([refused.status, refused.json.code], [409, 'IDEMPOTENCY_KEY_REUSED']);
  assert.equal((await saveView(merchant.client, 'Mine', 'listCustomers')).status, 200);
});

test('a call whose key is held by one that does not end is refused after a while', async () => {
  const { client } = await testServer.merchant();
  const refused = await testServer.ctx.db.asPlatform('hold all keys', async (tx) => {
    await sql`lock table idempotency in share mode`.execute(tx);
    return saveView(client, 'Held', 'listCustomers');
  });
  assert.deepEqual([refused.status, refused.json.code], [409, 'IDEMPOTENCY_KEY_BUSY']);
  assert.equal((await saveView(client, 'Held', 'listCustomers')).status, 200);
});

test('the answer to an Idempotency-Key is kept for 7 days', async () => {
  const { email, client } = await testServer.operator();
  const later = async (days: number) => {
    testServer.clock.advance(days * DAY);
    await cleanUp(testServer.ctx, []);
    const back = await testServer.signIn('OPERATOR', email);
    return (await saveView(back, 'Other')).status;
  };
  await testServer.ctx.db.asPlatform('forget the keys of other tests', (tx) =>
    tx.deleteFrom('idempotency').execute(),
  );
  assert.equal((await saveView(client, 'First')).status, 200);
  assert.equal(await later(6), 409);
  assert.equal(await later(2), 200);
});

test('an empty number in an address is refused', async () => {
  const { client } = await testServer.operator();
  const answer = await client.call('/api/v1/operator/merchants?page=&search=');
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.json.fields, [{ field: 'page', message: 'This is missing.' }]);
});

test('a method that no address takes is answered 405', async () => {
  for (const method of ['QUERY', 'TRACE', 'PROPFIND']) {
    for (const path of ['/api/v1/banks', '/auth/login', '/nothing']) {
      const answer = await testServer.stranger().call(path, { method });
      assert.deepEqual([answer.status, answer.json.code], [405, 'METHOD_UNKNOWN'], method + path);
      assert.match(String(answer.headers['allow']), /GET/);
    }
  }
});

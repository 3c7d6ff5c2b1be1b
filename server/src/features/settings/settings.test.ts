import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { setSetting } from './settings-store.ts';

const ADDRESS = '/identity/api/v1/settings/MERCHANT_APPROVAL_POLICY_ID';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const set = (value: string | null) =>
  testServer.ctx.db.asPlatform('test', (tx) =>
    setSetting(tx, { name: 'MERCHANT_APPROVAL_POLICY_ID', value, at: testServer.clock.now() }),
  );

test('a setting is null until it is set, and again once it is taken away', async () => {
  const { client } = await testServer.merchant();
  const value = async () => {
    const { status, json } = await client.call(ADDRESS);
    assert.equal(status, 200);
    assert.equal(json.name, 'MERCHANT_APPROVAL_POLICY_ID');
    return json.value;
  };
  assert.equal(await value(), null);
  await set('one');
  assert.equal(await value(), 'one');
  await set('another');
  assert.equal(await value(), 'another');
  await set(null);
  assert.equal(await value(), null);
});

test('a setting of another name does not exist', async () => {
  const { client } = await testServer.merchant();
  assert.equal((await client.call('/identity/api/v1/settings/SECRET')).status, 404);
});

test('an organization’s transaction can read settings, and set none', async () => {
  const { organizationId } = await testServer.merchant();
  const at = testServer.clock.now();
  const values = { name: 'MERCHANT_APPROVAL_POLICY_ID', value: 'mine', updated_at: at };
  await assert.rejects(
    testServer.ctx.db.asTenant(organizationId, (tx) =>
      tx.insertInto('settings').values(values).execute(),
    ),
    /permission denied/,
  );
});

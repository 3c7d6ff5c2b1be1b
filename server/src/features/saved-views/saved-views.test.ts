import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SAVED_VIEWS_MAX } from '@tegeka/contract/saved-views.ts';
import type { TestClient } from '#testing/test-client.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';

const ADDRESS = '/api/v1/saved-views';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

/** A list of the domain of a client. */
const listOf = ({ domain }: TestClient) =>
  domain === 'MERCHANT' ? 'listCustomers' : 'listApprovalRequests';

const save = (client: TestClient, view: Record<string, string>) =>
  client.call(ADDRESS, { method: 'PUT', body: { list: listOf(client), query: '', ...view } });

const remove = (client: TestClient, name: string) =>
  client.call(`${ADDRESS}?list=${listOf(client)}&name=${encodeURIComponent(name)}`, {
    method: 'DELETE',
  });

async function viewsOf(client: TestClient, list = listOf(client)) {
  const { status, json } = await client.call(`${ADDRESS}?list=${list}`);
  assert.equal(status, 200);
  return json.views;
}

test('a view is saved under its name, replaced, and deleted', async () => {
  const { client } = await testServer.merchant();
  assert.deepEqual(await viewsOf(client), []);
  const saved = await save(client, {
    name: ' Late payers ',
    query: 'status=DISABLED&search=grace',
  });
  assert.equal(saved.status, 200);
  assert.deepEqual(saved.json, { name: 'Late payers', query: 'status=DISABLED&search=grace' });
  await save(client, { name: 'by name', query: 'sort=name' });
  await save(client, { name: 'Late payers', query: 'status=DISABLED' });
  assert.deepEqual(await viewsOf(client), [
    { name: 'by name', query: 'sort=name' },
    { name: 'Late payers', query: 'status=DISABLED' },
  ]);
  assert.deepEqual(await viewsOf(client, 'listMandates'), [], 'each list has its own');
  assert.equal((await remove(client, 'Late payers')).status, 204);
  assert.equal((await remove(client, 'Late payers')).status, 204, 'it is gone either way');
  assert.deepEqual(await viewsOf(client), [{ name: 'by name', query: 'sort=name' }]);
});

test('nobody else sees or deletes a view, in the same organization or in another one', async () => {
  const operator = await testServer.operator();
  const colleague = await testServer.operator();
  assert.equal(operator.organizationId, colleague.organizationId);
  const { client: stranger } = await testServer.merchant();
  await save(operator.client, { name: 'Mine', query: 'search=nile' });
  for (const other of [colleague.client, stranger]) {
    assert.deepEqual(await viewsOf(other), []);
    assert.equal((await remove(other, 'Mine')).status, 204);
    await save(other, { name: 'Mine', query: 'search=theirs' });
  }
  assert.deepEqual(await viewsOf(operator.client), [{ name: 'Mine', query: 'search=nile' }]);
  const seen = await testServer.ctx.db.asTenant(operator.organizationId, (tx) =>
    tx.selectFrom('saved_views').select('organization_id').execute(),
  );
  assert.ok(seen.every((row) => row.organization_id === operator.organizationId));
});

test('the twenty-first view is refused, also where many are saved at once', async () => {
  const { client } = await testServer.banker();
  const names = Array.from({ length: SAVED_VIEWS_MAX + 3 }, (_, at) => `View ${at + 1}`);
  const answers = await Promise.all(names.map((name) => save(client, { name })));
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal(refused.length, 3);
  assert.ok(
    refused.every(({ status, json }) => status === 409 && json.code === 'SAVED_VIEWS_FULL'),
  );
  const views = await viewsOf(client);
  assert.equal(views.length, SAVED_VIEWS_MAX);
  const again = await save(client, { name: views[0].name, query: 'sort=name' });
  assert.equal(again.status, 200, 'a view can still be replaced');
  assert.equal((await save(client, { name: 'View 1', list: 'listAllMandates' })).status, 200);
});

test('a person keeps fifty views of all lists together', async () => {
  const { client } = await testServer.operator();
  const lists = ['listMerchants', 'listClearingFiles', 'listExceptions'];
  const statuses: number[] = [];
  for (let n = 0; n < 51; n += 1)
    statuses.push((await save(client, { name: `View ${n}`, list: lists[n % 3] ?? '' })).status);
  assert.deepEqual(statuses, [...Array<number>(50).fill(200), 409]);
});

test('a view is of a list that the app has', async () => {
  const { client } = await testServer.merchant();
  for (const list of ['listNothing', 'listClearingFiles', 'getBalance']) {
    const { status, json } = await save(client, { name: 'Mine', list });
    assert.deepEqual([status, json.fields?.[0]?.field], [400, 'list'], list);
  }
});

test('a view needs a name and a list', async () => {
  const { client } = await testServer.merchant();
  assert.equal((await save(client, { name: '  ' })).status, 400);
  assert.equal((await save(client, { name: 'x', list: 'no such list!' })).status, 400);
  assert.equal((await client.call(ADDRESS)).status, 400);
});

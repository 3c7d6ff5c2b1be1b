import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { activeMerchant, TEST_PRODUCT } from '#testing/test-merchant.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

async function shop() {
  const { person, merchantId } = await activeMerchant(testServer);
  const { client } = person;
  const path = `/api/v1/merchants/${merchantId}/products`;
  return {
    client,
    path,
    create: (product: object = {}) =>
      client.call(path, { method: 'POST', body: { ...TEST_PRODUCT, ...product } }),
  };
}

test('a product is made, changed, disabled and enabled, and its timeline says so', async () => {
  const { client, path, create } = await shop();
  const made = await create();
  assert.equal(made.status, 201);
  assert.equal(made.json.categoryName, 'School fees');
  const one = `${path}/${made.json.id}`;
  const put = (body: object) => client.call(one, { method: 'PUT', body });
  const changed = await put({ ...TEST_PRODUCT, amount: 300_000, version: 1 });
  assert.deepEqual([changed.json.amount, changed.json.version], [300_000, 2]);
  assert.equal((await put({ ...TEST_PRODUCT, version: 1 })).json.code, 'PRODUCT_CHANGED');
  const disabled = await client.call(`${one}/disable`, {
    method: 'PATCH',
    body: { reason: 'No longer offered' },
  });
  assert.equal(disabled.json.state, 'DISABLED');
  assert.ok(disabled.json.updatedAt > changed.json.updatedAt);
  await client.call(`${one}/enable`, { method: 'PATCH', body: {} });
  const { content } = (await client.call(`${one}/events`)).json;
  const kinds = content.map(({ kind, to }: { kind: string; to: string | null }) => to ?? kind);
  assert.deepEqual(kinds, ['ACTIVE', 'DISABLED', 'CHANGED', 'ACTIVE', 'CREATED']);
  const { counts } = (await client.call(path)).json;
  assert.deepEqual(counts, { ACTIVE: 1, DISABLED: 0 });
  assert.equal((await client.call(`${path}?search=term`)).json.totalElements, 1);
});

test('terms that contradict each other are refused at their fields', async () => {
  const { create } = await shop();
  const cases: [object, string][] = [
    [{ amountKind: 'VARIABLE' }, 'amount'],
    [{ amountKind: 'VARIABLE', amount: null }, 'schedule'],
    [{ amount: null }, 'amount'],
    [{ amount: 1000.5 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ schedule: { kind: 'MONTHLY', day: 29 } }, 'schedule.day'],
    [{ schedule: { kind: 'MONTHLY', day: 5, end: 1 } }, 'schedule.end'],
    [{ schedule: { kind: 'INSTALMENTS', every: 'MONTH', amounts: [1, 2] } }, 'amount'],
    [{ categoryId: '0193b000-0000-7000-8000-00000000c0ff' }, 'categoryId'],
    [{ code: 'two words' }, 'code'],
    [{ noticeDays: 0 }, 'noticeDays'],
  ];
  for (const [change, field] of cases) {
    const { status, json } = await create(change);
    assert.equal(status, 400, JSON.stringify(change));
    assert.ok(
      json.fields.some((error: { field: string }) => error.field === field),
      json.fields,
    );
  }
});

test('an amount above the most that one debit may be is refused at its field', async () => {
  const { client, path, create } = await shop();
  const instalments = (amounts: number[]) => ({
    amount: null,
    schedule: { kind: 'INSTALMENTS', every: 'MONTH', amounts },
  });
  const made = await create({ amount: 10_000_000 });
  assert.equal(made.status, 201, made.text);
  const update = (change: object) =>
    client.call(`${path}/${made.json.id}`, {
      method: 'PUT',
      body: { ...TEST_PRODUCT, ...change, version: 1 },
    });
  const cases: [object, string][] = [
    [{ amount: 10_000_001 }, 'amount'],
    [instalments([10_000_001, 1000]), 'schedule.amounts'],
  ];
  const message = 'One debit can be USh 10,000,000 at most';
  for (const write of [create, update])
    for (const [change, field] of cases) {
      const { status, json } = await write({ code: 'OTHER', ...change });
      assert.deepEqual([status, json.fields], [400, [{ field, message }]]);
    }
  assert.equal((await update(instalments([10_000_000, 10_000_000]))).status, 200);
});

test('a code is used once, and another business sees nothing of it', async () => {
  const { create } = await shop();
  const { json } = await create();
  const twice = await create({ name: 'Other' });
  assert.deepEqual([twice.status, twice.json.fields[0].field], [409, 'code']);
  assert.equal(twice.json.code, 'PRODUCT_CODE_TAKEN');
  const other = await shop();
  assert.equal((await other.client.call(`${other.path}/${json.id}`)).status, 404);
  assert.equal((await other.create()).status, 201);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { announcedDay } from './testing/setup/test-holidays.ts';
import type { TestClient } from './testing/test-client.ts';
import { activeMandate, openBank, openShop } from './testing/test-mandate.ts';
import {
  submissionOf,
  submitChange,
  submitRegistration,
  TEST_CUSTOMER,
  TEST_PRODUCT,
} from './testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

// Calls made twice, or by two colleagues at the same moment: each gets an answer, never a server error.

let testServer: TestServer;
let operator: TestPerson;
let officer: TestPerson;
let shop: Awaited<ReturnType<typeof openShop>>;
let base: string;
before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
  officer = await openBank(testServer);
  shop = await openShop(testServer);
  base = `/api/v1/merchants/${shop.merchantId}`;
});
after(() => testServer.close());

const TIMES = 6;
const REASON = 'Pressed at the same moment as somebody else';

interface Press {
  client: TestClient;
  path: string;
  method?: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  body?: object;
}

/** Makes the same call several times at once. Returns how many succeeded. */
async function press({ client, path, method = 'POST', body = {} }: Press): Promise<number> {
  const calls = Array.from({ length: TIMES }, () => client.call(path, { method, body }));
  const answers = await Promise.all(calls);
  for (const { status, text } of answers) assert.ok(status < 500, `${method} ${path}: ${text}`);
  const good = answers.filter(({ status }) => status < 300).length;
  const others = answers.filter(({ status }) => status >= 300);
  // What is taken already is told at its field.
  for (const { status, json, text } of others)
    assert.ok(status === 409 || json.fields?.[0]?.code === 'TAKEN', `${method} ${path}: ${text}`);
  assert.ok(good > 0, `${method} ${path}: ${others[0]?.text}`);
  return good;
}

test('a customer and a product are made once, changed, disabled and enabled', async () => {
  const { client } = shop;
  for (const [noun, input] of [
    ['customers', { ...TEST_CUSTOMER, customerReferenceNumber: 'TWICE' }],
    ['products', { ...TEST_PRODUCT, code: 'TWICE', name: 'Twice' }],
  ] as const) {
    const path = `${base}/${noun}`;
    assert.equal(await press({ client, path, body: input }), 1);
    const { content } = (await client.call(`${path}?search=twice`)).json;
    const one = `${path}/${content[0].id}`;
    const changed = { ...input, version: 1, ...(noun === 'products' && { name: 'Twice more' }) };
    const other = { ...changed, ...(noun === 'customers' && { lastName: 'Auma' }) };
    await press({ client, path: one, method: 'PUT', body: other });
    for (const [action, status] of [
      ['disable', 'DISABLED'],
      ['enable', 'ACTIVE'],
    ]) {
      const body = noun === 'customers' ? { status, reason: REASON } : { reason: REASON };
      await press({ client, path: `${one}/${action}`, method: 'PATCH', body });
    }
  }
});

test('a mandate is paused, resumed, suspended, reinstated and cancelled', async () => {
  const { client, payer } = shop;
  const id = await activeMandate(testServer, officer, payer);
  const one = `${payer.mandates}/${id}`;
  const reason = { reason: REASON };
  assert.equal(await press({ client, path: `${one}/pause`, body: reason }), 1);
  assert.equal(await press({ client, path: `${one}/resume`, body: reason }), 1);
  const seen = { client: officer.client, body: reason };
  assert.equal(await press({ ...seen, path: `/api/v1/mandates/${id}/suspend` }), 1);
  assert.equal(await press({ ...seen, path: `/api/v1/mandates/${id}/reinstate` }), 1);
  assert.equal(await press({ client, path: `${one}/cancel`, body: reason }), 1);
});

test('a debit is made once under a reference, and cancelled once', async () => {
  const { client, payer } = shop;
  const mandateId = await activeMandate(testServer, officer, payer);
  const body = { mandateId, reference: 'TWICE-1', amount: 50_000 };
  const path = `${base}/transactions`;
  await press({ client, path, body });
  const { content, totalElements } = (await client.call(`${path}?search=TWICE-1`)).json;
  assert.equal(totalElements, 1);
  const cancel = `${path}/${content[0].id}/cancel`;
  assert.equal(await press({ client, path: cancel, body: { reason: REASON } }), 1);
});

test('settings and views are saved', async () => {
  const { client } = shop;
  const view = { list: 'listCustomers', name: 'Mine', query: 'status=ACTIVE' };
  await press({ client, path: '/api/v1/saved-views', method: 'PUT', body: view });
  const path = `${base}/payout-settings`;
  const { version } = (await client.call(path)).json;
  const body = { version, schedule: 'WEEKLY', weekday: 'Friday', minimum: 20_000 };
  assert.equal(await press({ client, path, method: 'PUT', body }), 1);
});

test('a registration and a change of details are sent once, and taken back once', async () => {
  const person = await testServer.merchant();
  const submission = await submissionOf(person);
  const sent = await Promise.all(
    Array.from({ length: TIMES }, () => submitRegistration(person.client, submission)),
  );
  // The same once more is answered as the first time.
  const [registered, ...more] = new Set(sent.map(({ json }) => json.merchantId));
  assert.deepEqual(more, []);
  const back = `/api/v1/merchants/${registered}/registration/withdrawal`;
  assert.equal(await press({ client: person.client, path: back }), 1);

  const changes = await Promise.all(
    Array.from({ length: TIMES }, () =>
      submitChange(shop.client, shop.merchantId, { version: 1, businessName: 'Another Name' }),
    ),
  );
  assert.equal(changes.filter(({ status }) => status === 201).length, 1);
  assert.ok(changes.every(({ status }) => status === 201 || status === 409));
  const { id } = changes.find(({ status }) => status === 201)?.json ?? {};
  const withdraw = `${base}/changes/${id}/withdrawal`;
  assert.equal(await press({ client: shop.client, path: withdraw }), 1);
});

test('operators suspend and reinstate a business, disable and enable a person, and withdraw a day', async () => {
  const { client } = operator;
  const body = { reason: REASON };
  const merchant = `/api/v1/operator/merchants/${shop.merchantId}`;
  const person = `/api/v1/operator/users/${(await testServer.merchant()).userId}`;
  for (const path of [
    `${merchant}/suspend`,
    `${merchant}/reinstate`,
    `${person}/disable`,
    `${person}/enable`,
  ])
    assert.equal(await press({ client, path, method: 'PATCH', body }), 1);
  await announcedDay(client);
  const days = (await client.call('/api/v1/operator/calendar-overrides?state=ANNOUNCED')).json;
  const withdraw = `/api/v1/operator/calendar-overrides/${days.content[0].id}/withdraw`;
  assert.equal(await press({ client, path: withdraw, method: 'PATCH', body }), TIMES);
});

test('a change of a bank is asked for once', async () => {
  const { client } = operator;
  const { content } = (await client.call('/api/v1/operator/banks?search=absa')).json;
  const path = `/api/v1/operator/banks/${content[0].id}/disable`;
  assert.equal(await press({ client, path, method: 'PATCH', body: { reason: REASON } }), 1);
});

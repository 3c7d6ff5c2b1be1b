import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, test } from 'node:test';
import { getOpenWork } from '@tegeka/contract/imports/open-work.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { csvOf, goodRow, openDesk } from '#features/imports/imports-test-calls.ts';
import { FEATURES } from '#app-features.ts';
import { cleanUp } from '#platform/jobs/housekeeping.ts';
import { type Killable, loadKillable } from '#testing/killable-server.ts';
import { openPayer, type TestPayer, until } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  // Two messages in five seconds.
  testServer = await openTestServer({ SEND_ALL_PER_MINUTE: '24' });
});
after(() => testServer.close());

async function openShop(server = testServer) {
  const { person, merchantId } = await activeMerchant(server);
  const { client } = person;
  const base = `/api/v1/merchants/${merchantId}`;
  const path = `${base}/mandates/send-all`;
  const payer = () => openPayer(server, { client, merchantId });
  return {
    person,
    merchantId,
    client,
    base,
    path,
    payer,
    /** A payer with a mandate that they were not asked for yet. */
    unasked: async () => {
      const made = await payer();
      const { status, json } = await made.create({ send: false });
      assert.equal(status, 201, JSON.stringify(json));
      return { ...made, id: String(json.id), customerId: String(json.customer.id) };
    },
    expected: async (query = '') => (await client.call(`${path}/expected${query}`)).json,
    start: (mandates: number, filter: object = {}) =>
      client.call(path, { method: 'POST', body: { filter, mandates } }),
    newest: async () => (await client.call(path)).json.content[0],
    messages: async ({ phoneNumber }: TestPayer) => (await server.outbox(phoneNumber)).length,
  };
}

/** Advances the clock by portions until a bulkRequest has ended. */
const ended = (shop: Awaited<ReturnType<typeof openShop>>) =>
  until(async () => {
    testServer.clock.advance(5000);
    const newest = await shop.newest();
    return newest.state !== 'RUNNING' && newest;
  });

test('all who can be asked are asked once, and of the others it is said why not', async () => {
  const shop = await openShop();
  const payers = [await shop.unasked(), await shop.unasked(), await shop.unasked()];
  const [twice, without, disabled, over] = [
    await shop.unasked(),
    await shop.unasked(),
    await shop.unasked(),
    await shop.unasked(),
  ];
  await testServer.ctx.db.asPlatform('test', (tx) =>
    sql`update mandates set starts_on = starts_on - 9, ends_on = starts_on - 1
      where id = ${over.id}`.execute(tx),
  );
  await twice.create({ send: false });
  const customer = `${shop.base}/customers/${without.customerId}`;
  const { version, firstName, lastName, customerReferenceNumber } = (
    await shop.client.call(customer)
  ).json;
  const changed = await shop.client.call(customer, {
    method: 'PUT',
    body: {
      version,
      firstName,
      middleName: '',
      lastName,
      phoneNumber: '',
      email: 'a@example.com',
      customerReferenceNumber,
    },
  });
  assert.equal(changed.status, 200, changed.text);
  const off = await shop.client.call(`${shop.base}/customers/${disabled.customerId}/disable`, {
    method: 'PATCH',
    body: { status: 'DISABLED', reason: 'Moved away' },
  });
  assert.equal(off.status, 200, off.text);
  const reasons = [
    { reason: 'NO_MOBILE', count: 1 },
    { reason: 'CUSTOMER_DISABLED', count: 1 },
    { reason: 'MANDATE_OVER', count: 1 },
  ];
  const expected = await shop.expected('?state=GENERATED');
  const byReason = (all: { reason: string }[]) =>
    all.toSorted((one, other) => one.reason.localeCompare(other.reason));
  assert.deepEqual(
    { ...expected, notAsked: byReason(expected.notAsked) },
    { mandates: 8, sms: 5, emails: 5, notAsked: byReason(reasons), perMinute: 24 },
  );
  assert.equal((await shop.expected('?state=PENDING_VERIFICATION')).mandates, 0);
  assert.equal((await shop.start(7)).json.code, 'BULK_REQUEST_CHANGED');
  assert.equal((await shop.start(8)).status, 202);
  const done = await ended(shop);
  assert.deepEqual([done.state, done.done, done.sent], ['DONE', 8, 5]);
  assert.deepEqual(byReason(done.notAsked), byReason(reasons));
  for (const payer of payers) assert.equal(await shop.messages(payer), 1);
  assert.equal(await shop.messages(twice), 2, 'one for each mandate');
  const events = await shop.client.call(`${shop.base}/mandates/${payers[0]?.id}/events`);
  assert.ok(events.json.content.some(({ kind }: { kind: string }) => kind === 'SENT'));
  // Again: whoever has not answered is asked again.
  const left = await shop.expected();
  assert.equal((await shop.start(left.mandates)).status, 202);
  await ended(shop);
  assert.equal(await shop.messages(twice), 4);
});

test('who was asked again five times within a day is left out', async () => {
  const shop = await openShop();
  const payer = await shop.unasked();
  const path = `${shop.base}/mandates/${payer.id}/send`;
  for (let times = 0; times < 5; times += 1) {
    const asked = await shop.client.call(path, { method: 'POST', body: {} });
    assert.equal(asked.status, 200, asked.text);
  }
  assert.equal((await shop.start(1)).status, 202);
  assert.deepEqual((await ended(shop)).notAsked, [{ reason: 'TOO_OFTEN', count: 1 }]);
  assert.equal(await shop.messages(payer), 5);
});

test('so many messages a minute are sent, one bulkRequest at a time, until it is stopped', async (t) => {
  const shop = await openShop();
  const payers: TestPayer[] = [];
  for (let count = 0; count < 4; count += 1) payers.push(await shop.unasked());
  const now = testServer.clock.now();
  const still = t.mock.method(testServer.clock, 'now', () => now);
  const answers = await Promise.all([shop.start(4), shop.start(4)]);
  assert.deepEqual(
    new Set(answers.map(({ status, json }) => (status === 202 ? 'STARTED' : json.code))),
    new Set(['BULK_REQUEST_RUNNING', 'STARTED']),
  );
  const { id } = await until(async () => {
    const newest = await shop.newest();
    return newest.done > 0 && newest;
  });
  // The next portion is five seconds away.
  await pause(1000);
  assert.deepEqual([(await shop.newest()).state, (await shop.newest()).done], ['RUNNING', 2]);
  const cancel = () => shop.client.call(`${shop.path}/${id}/cancel`, { method: 'POST' });
  const stopped = (await cancel()).json;
  assert.deepEqual([stopped.state, stopped.sent], ['CANCELLED', 2]);
  assert.equal((await cancel()).json.code, 'BULK_REQUEST_ENDED');
  still.mock.restore();
  testServer.clock.advance(60_000);
  await pause(1000);
  const counts = await Promise.all(payers.map((payer) => shop.messages(payer)));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    2,
  );
});

test('another business sees and stops nothing of it', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  await shop.unasked();
  const { id } = (await shop.start(1)).json;
  assert.equal((await other.client.call(shop.path)).status, 404);
  assert.equal((await other.newest()) ?? null, null);
  const cancel = `${other.path}/${id}/cancel`;
  assert.equal((await other.client.call(cancel, { method: 'POST' })).status, 404);
  assert.equal((await ended(shop)).sent, 1);
});

const PAYERS = 60;

test('a server that is killed again and again asks everybody exactly once', async (t) => {
  const calm = await openTestServer();
  t.after(() => calm.close());
  // From here on this server only answers calls; the servers that are killed do the work.
  await calm.ctx.jobs.stop();
  const shop = await openShop(calm);
  const payers: TestPayer[] = [];
  for (let count = 0; count < PAYERS; count += 1) payers.push(await shop.unasked());
  assert.equal((await shop.start(PAYERS)).status, 202);
  const load = () => loadKillable(calm, { SEND_ALL_PER_MINUTE: '240' });
  let next: Killable = load();
  t.after(() => next.kill());
  for (let kills = 0; kills < 3; kills += 1) {
    const server = next;
    next = load();
    await server.open();
    await pause(randomInt(500, 3000));
    await server.kill();
  }
  await next.open();
  const done = await until(async () => {
    await pause(200);
    const newest = await shop.newest();
    return newest.state !== 'RUNNING' && newest;
  });
  assert.deepEqual([done.state, done.sent, done.notAsked], ['DONE', PAYERS, []]);
  const counts = await Promise.all(payers.map((payer) => shop.messages(payer)));
  assert.deepEqual([...new Set(counts)], [1]);
});

// This test moves the clock permanently.
test('whom a bulkRequest asked can be read for 30 days after its end', async () => {
  const shop = await openShop();
  await shop.unasked();
  await shop.start(1);
  await ended(shop);
  const listedIn = async (days: number) => {
    testServer.clock.advance(days * DAY_MS);
    await cleanUp(testServer.ctx, FEATURES);
    const client = await testServer.signIn('MERCHANT', shop.person.email);
    return (await client.call(shop.path)).json.content;
  };
  assert.equal((await listedIn(29))[0].sent, 1);
  assert.deepEqual(await listedIn(2), []);
});

test('a list learns in one answer of open uploads and of the newest bulkRequest', async () => {
  const shop = await openShop();
  const work = async () => (await shop.client.call(`${shop.base}/open-work`)).as(getOpenWork);
  assert.deepEqual(await work(), { uploads: [], bulkRequestId: null });
  const desk = await openDesk(testServer, 'customers', shop);
  const { id } = await desk.send(csvOf(goodRow(1)));
  await shop.unasked();
  const bulkRequest = (await shop.start(1)).json;
  assert.deepEqual(await work(), { uploads: ['customers'], bulkRequestId: bulkRequest.id });
  await desk.wait(id, 'CHECKED');
  await desk.cancel(id);
  await ended(shop);
  assert.deepEqual(await work(), { uploads: [], bulkRequestId: bulkRequest.id });
  const other = await activeMerchant(testServer);
  assert.equal((await other.person.client.call(`${shop.base}/open-work`)).status, 404);
});

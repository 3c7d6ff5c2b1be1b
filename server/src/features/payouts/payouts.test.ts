import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { returnFor, settleFor } from '#testing/setup/test-money.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { bookPayout } from './payouts-answers.ts';
import { openShop, sendPayouts } from './payouts-test-calls.ts';

let testServer: TestServer;
let operator: TestPerson;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(async () => {
  try {
    await checkLedger(testServer);
  } finally {
    await testServer.close();
  }
});

const shop = (amount: number, daysAgo = 3) => openShop({ testServer, operator }, amount, daysAgo);
const sendAll = () => sendPayouts(testServer, operator);
const asPlatform = <T>(work: Parameters<typeof testServer.ctx.db.asPlatform<T>>[1]) =>
  testServer.ctx.db.asPlatform('test', work);

test('what is available is paid out, reserved, sent and paid, and the timeline says so', async () => {
  const { client, base, balance, payOut, read } = await shop(300_000);
  assert.equal((await balance()).available, 300_000);
  const made = await payOut();
  assert.equal(made.status, 201, made.text);
  assert.match(made.json.reference, /^TGP[2-9A-HJ-NP-Z]{10}$/);
  const { id } = made.json;
  const reserved = await balance();
  assert.deepEqual([reserved.balance, reserved.available, reserved.inTransit], [0, 0, 300_000]);
  const inTransit = async () =>
    (await client.call(`${base}/payouts?inTransit=YES`)).json.totalElements;
  assert.equal(await inTransit(), 1);
  assert.ok((await sendAll()).includes(id));
  assert.equal(await inTransit(), 1);
  const at = await businessNow(operator);
  assert.equal(await asPlatform((tx) => bookPayout(tx, id, at)), 'PROCESSED');
  assert.equal(await asPlatform((tx) => bookPayout(tx, id, at)), 'REPEATED');
  assert.equal((await read(id)).state, 'PAID');
  assert.deepEqual([(await balance()).inTransit, await inTransit()], [0, 0]);
  const { content } = (await client.call(`${base}/payouts/${id}/events`)).json;
  assert.deepEqual(
    content.map(({ to }: { to: string }) => to),
    ['PAID', 'SENT', 'PENDING'],
  );
});

test('a payout above the balance, below the minimum or of nothing is refused at its amount', async () => {
  const { payOut, setTo } = await shop(300_000);
  const cases: [object, RegExp][] = [
    [{ amount: 300_001 }, /USh 300,000 is available/],
    [{ amount: 9999 }, /least amount of a payout is USh 10,000/],
  ];
  for (const [body, message] of cases) {
    const { status, json } = await payOut(body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.equal(json.fields[0].field, 'amount');
    assert.match(json.fields[0].message, message);
  }
  assert.equal((await payOut({ amount: 100.5 })).status, 400);
  assert.equal((await payOut({ amount: -5 })).status, 400);
  await setTo({ minimum: 200_000 });
  assert.match((await payOut({ amount: 150_000 })).json.fields[0].message, /USh 200,000/);
  const empty = await shop(0);
  assert.match((await empty.payOut()).json.fields[0].message, /Nothing is available/);
});

test('two payouts at once do not pay the same balance twice, whatever is asked', async () => {
  const { payOut, balance, list } = await shop(300_000);
  const answers = await Promise.all(Array.from({ length: 6 }, () => payOut({ amount: 200_000 })));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal((await balance()).balance, 100_000);
  assert.equal((await list()).totalElements, 1);
});

test('idempotency races: fifty identical requests at once are one payout', async () => {
  const { client, base, balance, list } = await shop(300_000);
  const headers = { 'idempotency-key': 'pay-out-once' };
  const body = { amount: 50_000 };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      client.call(`${base}/payouts`, { method: 'POST', body, headers }),
    ),
  );
  const ids = new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json.id));
  assert.equal(ids.size, 1);
  assert.ok(
    answers.every(({ status }) => status === 201 || status === 409),
    answers[0]?.text,
  );
  assert.equal((await list()).totalElements, 1);
  assert.equal((await balance()).balance, 250_000);
});

test('money stays for two days before it is paid out, since debits can come back', async () => {
  const young = await shop(300_000, 1);
  const { available, held, holdDays } = await young.balance();
  assert.deepEqual([available, held, holdDays], [0, 300_000, 2]);
  assert.match((await young.payOut()).json.fields[0].message, /Nothing is available/);
  const old = await shop(300_000, 2);
  assert.equal((await old.balance()).available, 300_000);
});

test('money that has come back within the hold holds nothing more', async () => {
  const { organizationId, balance } = await shop(300_000);
  const now = await businessNow(operator);
  const sourceId = await settleFor(testServer, organizationId, 100_000, now);
  assert.deepEqual([(await balance()).available, (await balance()).held], [300_000, 100_000]);
  await returnFor(testServer, organizationId, { sourceId, amount: 101_150 }, now);
  const { available, held, balance: owed } = await balance();
  assert.deepEqual([available, held, owed], [298_850, 0, 298_850]);
});

test('another business sees neither balance nor payouts', async () => {
  const { base, payOut } = await shop(300_000);
  const { id } = (await payOut()).json;
  const other = await shop(0);
  for (const path of ['/balance', '/payouts', '/payout-settings', `/payouts/${id}`])
    assert.equal((await other.client.call(`${base}${path}`)).status, 404, path);
  assert.equal((await other.client.call(`${other.base}/payouts/${id}`)).status, 404);
  const stolen = await other.client.call(`${base}/payouts`, { method: 'POST', body: {} });
  assert.equal(stolen.status, 404);
});

test('merchants are paid out on business days by their schedule, and manually not by themselves', async () => {
  const daily = await shop(300_000);
  const manual = await shop(300_000);
  const little = await shop(5000);
  for (const one of [daily, little]) await one.setTo({ schedule: 'DAILY' });
  await moveClock(operator, 'WEEK');
  const { content } = await daily.list();
  assert.equal(content.length, 1);
  const [payout] = content;
  assert.deepEqual([payout.origin, payout.amount], ['SCHEDULE', 300_000]);
  const made = new Date(payout.createdAt);
  assert.match(made.toISOString(), /T07:30:00/, 'half past ten in Kampala');
  assert.ok(![0, 6].includes(made.getUTCDay()));
  assert.equal((await manual.list()).totalElements, 0);
  assert.equal((await little.list()).totalElements, 0, 'less than the minimum');
  assert.equal((await little.balance()).balance, 5000);
});

test('settings are changed from the version that was read', async () => {
  const { client, base, settings, balance, setTo } = await shop(0);
  assert.equal((await settings()).schedule, 'DAILY');
  const answer = await setTo({ schedule: 'WEEKLY', weekday: 'Thursday', minimum: 25_000 });
  assert.equal(answer.status, 200, answer.text);
  const { version, ...rest } = answer.json;
  assert.deepEqual(rest, { schedule: 'WEEKLY', weekday: 'Thursday', minimum: 25_000 });
  assert.match((await balance()).nextPayoutAt, /T07:30:00/);
  const body = { ...rest, version: version - 1 };
  const late = await client.call(`${base}/payout-settings`, { method: 'PUT', body });
  assert.equal(late.json.code, 'PAYOUT_SETTINGS_CHANGED');
  await setTo({ schedule: 'MANUAL' });
  assert.equal((await balance()).nextPayoutAt, null);
});

test('operators find payouts across merchants, and export them', async () => {
  const { payOut } = await shop(300_000);
  const { reference } = (await payOut()).json;
  const found = await operator.client.call(`/api/v1/payouts?search=${reference.slice(0, 8)}`);
  assert.equal(found.json.content[0].reference, reference);
  const csv = await operator.client.call('/api/v1/payouts/export');
  assert.ok(csv.text.includes(reference));
  const suspended = await shop(300_000);
  await operator.client.call(`/api/v1/operator/merchants/${suspended.merchantId}/suspend`, {
    method: 'PATCH',
    body: { reason: 'Fraud is suspected' },
  });
  assert.equal((await suspended.payOut()).json.code, 'MERCHANT_NOT_ACTIVE');
});

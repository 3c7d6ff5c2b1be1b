import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, showDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { readClock } from '#testing/setup/test-clock.ts';
import { activeMandate, openBank, openShop } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

async function shop(terms: object) {
  const { client, mandates, payer } = await openShop(testServer);
  const mandateId = await activeMandate(testServer, officer, payer, terms);
  const { today } = await readClock({ client });
  const check = async (query: Record<string, string> = {}) =>
    client.call(`${mandates}/${mandateId}/collectable?${new URLSearchParams(query).toString()}`);
  const collect = (body: object) =>
    client.call(mandates.replace('mandates', 'transactions'), {
      method: 'POST',
      body: { mandateId, ...body },
    });
  return { client, mandates, mandateId, today, check, collect };
}

test('before somebody collects they see the earliest day and what is left, by the rules of the call', async () => {
  const limits = { maxPerPeriod: 250_000, period: 'YEAR', noticeDays: 3, retries: 0 };
  const { today, check, collect } = await shop({ amount: 200_000, ...limits });
  const first = (await check()).json;
  assert.ok(first.earliestDay >= addDays(today, 3) && weekdayOf(first.earliestDay) <= 5);
  assert.equal(first.collectionDay, first.earliestDay);
  assert.deepEqual([first.max, first.errors], [200_000, []]);
  const { json: made } = await collect({ reference: 'A', amount: 100_000 });
  assert.equal(made.collectionDay, first.earliestDay);
  assert.equal((await check()).json.max, 150_000);

  const { json: over } = await check({ amount: '150001' });
  const refused = await collect({ reference: 'B', amount: 150_001 });
  assert.deepEqual(over.errors, refused.json.fields);
  assert.equal(over.errors[0].code, 'ABOVE_LIMIT');
  assert.deepEqual((await check({ amount: '150000' })).json.errors, []);
});

test('a day that is refused is said, and one on which banks are closed moves', async () => {
  const { today, check } = await shop({ noticeDays: 4, retries: 0 });
  const { json: early } = await check({ dueDay: today });
  const { earliestDay } = early;
  assert.deepEqual([early.collectionDay, early.max], [null, null]);
  assert.deepEqual(
    early.errors.map(({ code, message }: Record<string, string>) => [code, message]),
    [['TOO_EARLY', `The payer is told 4 days before: the earliest day is ${showDay(earliestDay)}`]],
  );
  const saturday = addDays(earliestDay, 13 - weekdayOf(earliestDay));
  const { json: closed } = await check({ dueDay: saturday });
  assert.ok(closed.collectionDay > addDays(saturday, 1));
  assert.deepEqual(closed.errors, []);
});

test('a business that may not collect, and mandates of others', async () => {
  const { client, mandates, mandateId, check } = await shop({ retries: 0 });
  const reason = { reason: 'Holidays' };
  const path = `${mandates}/${mandateId}/pause`;
  assert.equal((await client.call(path, { method: 'POST', body: reason })).status, 200);
  const [error] = (await check()).json.errors;
  assert.equal(error.code, 'MANDATE_NOT_ACTIVE');
  const other = await shop({});
  const foreign = await other.client.call(`${other.mandates}/${mandateId}/collectable`);
  assert.equal(foreign.status, 404);
});

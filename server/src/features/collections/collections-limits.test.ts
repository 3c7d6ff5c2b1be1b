import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { activeMandate, openBank, openShop } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

/** A mandate of 250,000 with a schedule; what is asked for by hand is answered with null or the refusal. */
async function openMandate(change: object) {
  const shop = await openShop(testServer);
  const mandateId = await activeMandate(testServer, officer, shop.payer, change);
  const path = shop.mandates.replace('mandates', 'transactions');
  let count = 0;
  const usage = async () => (await shop.client.call(`${shop.mandates}/${mandateId}/usage`)).json;
  const collect = async (amount: number, dueDay?: string): Promise<string | null> => {
    count += 1;
    const body = { mandateId, reference: `INV-${count}`, amount, dueDay };
    const { status, json, text } = await shop.client.call(path, { method: 'POST', body });
    if (status === 201) return null;
    assert.equal(status, 400, text);
    return json.fields[0].message;
  };
  return Object.assign(collect, { usage });
}

test('what the payer agreed to once is taken once, by hand too', async () => {
  const collect = await openMandate({ schedule: { kind: 'ONE_OFF' } });
  assert.equal(await collect(100_000), null);
  assert.equal(await collect(100_000), 'The mandate allows 1 debit, which is used');
});

test('instalments are taken so often and up to their sum', async () => {
  const schedule = { kind: 'INSTALMENTS', every: 'MONTH', amounts: [100_000, 40_000] };
  const collect = await openMandate({ schedule, amount: null });
  assert.equal(await collect(60_000), null);
  assert.equal(await collect(100_000), 'The mandate allows USh 140,000 in all; USh 80,000 is left');
  assert.equal(await collect(10_000), null);
  assert.equal(await collect(10_000), 'The mandate allows 2 debits, which are all used');
  const { plan, schedulePeriod, maxCount } = await collect.usage();
  assert.deepEqual(plan, { count: 2, maxCount: 2, total: 70_000, maxTotal: 140_000 });
  assert.deepEqual([schedulePeriod, maxCount], [null, null]);
});

test('each month takes the most per debit once, and a day that rolls takes nothing from the next month', async () => {
  const collect = await openMandate({ schedule: { kind: 'MONTHLY', day: 'LAST' } });
  // A Sunday: it is collected on the first of February.
  assert.equal(await collect(250_000, '2027-01-31'), null);
  assert.equal(await collect(150_000, '2027-02-10'), null);
  assert.equal(await collect(100_000, '2027-02-28'), null);
  assert.equal(
    await collect(5000, '2027-02-11'),
    'The mandate allows USh 250,000 in a month; USh 0 is left',
  );
  assert.equal(await collect(250_000, '2027-03-10'), null);
});

test('so does each week beside a limit per month, each quarter and each year', async () => {
  const weekly = await openMandate({
    schedule: { kind: 'WEEKLY', weekday: 5 },
    maxPerPeriod: 300_000,
    period: 'MONTH',
  });
  assert.equal(await weekly(200_000, '2027-02-08'), null);
  assert.match((await weekly(60_000, '2027-02-11')) ?? '', /250,000 in a week; USh 50,000 is left/);
  assert.match(
    (await weekly(150_000, '2027-02-15')) ?? '',
    /300,000 in a month; USh 100,000 is left/,
  );
  const quarterly = await openMandate({ schedule: { kind: 'QUARTERLY' } });
  assert.equal(await quarterly(250_000, '2027-01-05'), null);
  assert.match((await quarterly(5000, '2027-03-31')) ?? '', /in a quarter; USh 0 is left/);
  assert.equal(await quarterly(250_000, '2027-04-01'), null);
  const { plan, schedulePeriod } = await quarterly.usage();
  assert.deepEqual([plan, schedulePeriod.kind, schedulePeriod.most], [null, 'QUARTER', 250_000]);
  const yearly = await openMandate({ schedule: { kind: 'YEARLY' } });
  assert.equal(await yearly(250_000, '2027-01-05'), null);
  assert.match((await yearly(5000, '2027-10-05')) ?? '', /in a year; USh 0 is left/);
});

test('where the payer agreed to more in a month than one debit, that is the limit', async () => {
  const collect = await openMandate({ maxPerPeriod: 500_000, period: 'MONTH' });
  assert.equal(await collect(250_000, '2027-02-10'), null);
  assert.equal(await collect(250_000, '2027-02-11'), null);
  assert.match((await collect(5000, '2027-02-12')) ?? '', /500,000 in a month; USh 0 is left/);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayAt, timeOf, weekdayOf } from '@tegeka/contract/kit/day.ts';
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

/** The month that comes so many months after a day's own. */
function monthAfter(day: string, months: number): string {
  const date = new Date(timeOf(`${day.slice(0, 7)}-01`));
  return dayAt(date.setUTCMonth(date.getUTCMonth() + months)).slice(0, 7);
}
const lastOf = (month: string) => addDays(`${monthAfter(month, 1)}-01`, -1);

test('each month takes the most per debit once, and a day that rolls takes nothing from the next month', async () => {
  const collect = await openMandate({ schedule: { kind: 'MONTHLY', day: 'LAST' } });
  const { today } = await readClock(officer);
  // Its last day is on a weekend: it is collected in the next month.
  const month = [1, 2, 3, 4, 5, 6, 7, 8].find((n) => weekdayOf(lastOf(monthAfter(today, n))) > 5);
  assert.ok(month);
  const next = monthAfter(today, month + 1);
  assert.equal(await collect(250_000, lastOf(monthAfter(today, month))), null);
  assert.equal(await collect(150_000, `${next}-10`), null);
  assert.equal(await collect(100_000, lastOf(next)), null);
  assert.equal(
    await collect(5000, `${next}-11`),
    'The mandate allows USh 250,000 in a month; USh 0 is left',
  );
  assert.equal(await collect(250_000, `${monthAfter(today, month + 2)}-10`), null);
});

test('so does each week beside a limit per month, each quarter and each year', async () => {
  const { today } = await readClock(officer);
  const weekly = await openMandate({
    schedule: { kind: 'WEEKLY', weekday: 5 },
    maxPerPeriod: 300_000,
    period: 'MONTH',
  });
  const second = `${monthAfter(today, 2)}-02`;
  const monday = addDays(second, (8 - weekdayOf(second)) % 7);
  assert.equal(await weekly(200_000, monday), null);
  assert.match(
    (await weekly(60_000, addDays(monday, 3))) ?? '',
    /250,000 in a week; USh 50,000 is left/,
  );
  assert.match(
    (await weekly(150_000, addDays(monday, 7))) ?? '',
    /300,000 in a month; USh 100,000 is left/,
  );
  const quarterly = await openMandate({ schedule: { kind: 'QUARTERLY' } });
  const quarter = 3 - ((Number(today.slice(5, 7)) - 1) % 3);
  assert.equal(await quarterly(250_000, `${monthAfter(today, quarter)}-15`), null);
  const last = lastOf(monthAfter(today, quarter + 2));
  assert.match((await quarterly(5000, last)) ?? '', /in a quarter; USh 0 is left/);
  assert.equal(await quarterly(250_000, addDays(last, 1)), null);
  const { plan, schedulePeriod } = await quarterly.usage();
  assert.deepEqual([plan, schedulePeriod.kind, schedulePeriod.most], [null, 'QUARTER', 250_000]);
  const yearly = await openMandate({ schedule: { kind: 'YEARLY' } });
  // Two months of one year.
  const early = Number(today.slice(5, 7)) <= 10 ? 1 : 13 - Number(today.slice(5, 7));
  assert.equal(await yearly(250_000, `${monthAfter(today, early)}-10`), null);
  assert.match(
    (await yearly(5000, `${monthAfter(today, early + 1)}-10`)) ?? '',
    /in a year; USh 0 is left/,
  );
});

test('where the payer agreed to more in a month than one debit, that is the limit', async () => {
  const collect = await openMandate({ maxPerPeriod: 500_000, period: 'MONTH' });
  const month = monthAfter((await readClock(officer)).today, 2);
  assert.equal(await collect(250_000, `${month}-10`), null);
  assert.equal(await collect(250_000, `${month}-11`), null);
  assert.match((await collect(5000, `${month}-12`)) ?? '', /500,000 in a month; USh 0 is left/);
});

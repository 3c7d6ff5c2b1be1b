import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, daysOfMonth, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { readClock } from '#testing/setup/test-clock.ts';
import { activeMandate, MONTHLY, openBank, openShop } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

/** A mandate of 250,000 with a schedule; what is asked for manually is answered with null or the refusal. */
async function openMandate(change: object) {
  const shop = await openShop(testServer);
  const mandateId = await activeMandate(testServer, officer, shop.payer, change);
  const path = shop.mandates.replace('mandates', 'transactions');
  let count = 0;
  return async (amount: number, dueDay?: string): Promise<string | null> => {
    count += 1;
    const body = { mandateId, reference: `INV-${count}`, amount, dueDay };
    const { status, json, text } = await shop.client.call(path, { method: 'POST', body });
    if (status === 201) return null;
    assert.equal(status, 400, text);
    return json.fields[0].message;
  };
}

const today = async (): Promise<string> => (await readClock(officer)).today;
/** The month so many months after that of a day, `2026-11`. */
function monthAfter(day: string, months = 1): string {
  let month = day.slice(0, 7);
  for (let n = 0; n < months; n += 1) month = addDays(daysOfMonth(month).to, 1).slice(0, 7);
  return month;
}

test('what the payer agreed to once is taken once, manually too', async () => {
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
});

test('each month takes the most per debit once, and a day that rolls takes nothing from the next month', async () => {
  const collect = await openMandate({ schedule: { kind: 'MONTHLY', day: 'LAST' } });
  let month = monthAfter(await today());
  while (weekdayOf(daysOfMonth(month).to) < 6) month = monthAfter(`${month}-01`);
  const [next, third] = [monthAfter(`${month}-01`), monthAfter(`${month}-01`, 2)];
  // No business day: it is collected in the next month.
  assert.equal(await collect(250_000, daysOfMonth(month).to), null);
  assert.equal(await collect(150_000, `${next}-10`), null);
  assert.equal(await collect(100_000, daysOfMonth(next).to), null);
  assert.equal(
    await collect(5000, `${next}-11`),
    'The mandate allows USh 250,000 in a month; USh 0 is left',
  );
  assert.equal(await collect(250_000, `${third}-10`), null);
});

test('so does each week beside a limit per month', async () => {
  const collect = await openMandate({
    schedule: { kind: 'WEEKLY', weekday: 5 },
    maxPerPeriod: 300_000,
    period: 'MONTH',
  });
  // Two weeks of one month.
  let monday = `${monthAfter(await today())}-08`;
  while (weekdayOf(monday) !== 1) monday = addDays(monday, 1);
  assert.equal(await collect(200_000, monday), null);
  assert.match(
    (await collect(60_000, addDays(monday, 3))) ?? '',
    /250,000 in a week; USh 50,000 is left/,
  );
  assert.match(
    (await collect(150_000, addDays(monday, 7))) ?? '',
    /300,000 in a month; USh 100,000 is left/,
  );
});

test('so does each quarter, and each year', async () => {
  const quarterly = await openMandate({ schedule: { kind: 'QUARTERLY' } });
  let month = monthAfter(await today());
  while (!['01', '04', '07', '10'].includes(month.slice(5))) month = monthAfter(`${month}-01`);
  const following = `${monthAfter(`${month}-01`, 3)}-01`;
  assert.equal(await quarterly(250_000, `${month}-10`), null);
  assert.match(
    (await quarterly(5000, addDays(following, -1))) ?? '',
    /in a quarter; USh 0 is left/,
  );
  assert.equal(await quarterly(250_000, following), null);
  const yearly = await openMandate({ schedule: { kind: 'YEARLY' } });
  const first = addDays(await today(), 10);
  assert.equal(await yearly(250_000, first), null);
  // No day is asked for more than a year ahead.
  const [last = ''] = [`${first.slice(0, 4)}-12-31`, addDays(first, 340)].toSorted();
  assert.match((await yearly(5000, last)) ?? '', /in a year; USh 0 is left/);
});

test('where the payer agreed to more in a month than one debit, that is the limit', async () => {
  const collect = await openMandate({ ...MONTHLY, maxPerPeriod: 500_000, period: 'MONTH' });
  const month = monthAfter(await today());
  assert.equal(await collect(250_000, `${month}-10`), null);
  assert.equal(await collect(250_000, `${month}-11`), null);
  assert.match((await collect(5000, `${month}-12`)) ?? '', /500,000 in a month; USh 0 is left/);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEBIT_IMPORT } from '@tegeka/contract/debits/debit-imports.ts';
import { addDays, showDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { openDesk } from '#features/imports/imports-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { activeMandate, openBank, openPayer } from '#testing/test-mandate.ts';
import { readClock } from '#testing/setup/test-clock.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(async () => {
  try {
    await checkLedger(testServer);
  } finally {
    await testServer.close();
  }
});

const HEADER = Object.values(DEBIT_IMPORT.columns).map(({ label }) => label);
const csvOf = (...rows: string[]) => `${[HEADER.join(','), ...rows].join('\n')}\n`;

/** A merchant's desk for files of transactions, with an active mandate. */
async function openCollecting(change: object = {}, own?: Awaited<ReturnType<typeof openDesk>>) {
  const desk = own ?? (await openDesk(testServer, 'transactions'));
  const payer = await openPayer(testServer, desk);
  const schedule = { kind: 'ON_DEMAND' };
  const mandateId = await activeMandate(testServer, officer, payer, { schedule, ...change });
  const base = `/api/v1/merchants/${desk.merchantId}`;
  const { json } = await desk.client.call(`${base}/mandates/${mandateId}`);
  const mandate: string = json.reference;
  const transactions = async (query = '') =>
    (await desk.client.call(`${base}/transactions?size=100&${query}`)).json;
  return { ...desk, base, mandateId, mandate, transactions };
}

type ErrorAnswer = { refusals: { column: string; code: string }[] };

test('a file collects once for each row, manually, file and schedule alike', async () => {
  const desk = await openCollecting();
  const { today } = await readClock(officer);
  const day = addDays(today, 30);
  const file = csvOf(
    `${desk.mandate},INV-1,"120,000",${showDay(day)}`,
    `${desk.mandate.toLowerCase()},INV-2,,`,
  );
  const { id, goodRows } = await desk.check(file);
  assert.equal(goodRows, 2);
  assert.equal((await desk.transactions()).totalElements, 0, 'nothing before it is confirmed');
  await desk.confirm(id, 'ALL');
  assert.equal((await desk.wait(id, 'DONE')).imported, 2);
  const { content } = await desk.transactions('sort=-amount');
  assert.deepEqual(
    content.map(({ merchantReference, amount, origin, dueDay, state }: Record<string, unknown>) => [
      merchantReference,
      amount,
      origin,
      state,
      dueDay === day,
    ]),
    [
      ['INV-2', 250_000, 'FILE', 'PENDING', false],
      ['INV-1', 120_000, 'FILE', 'PENDING', true],
    ],
  );
  const again = await desk.check(file);
  assert.equal(again.goodRows, 0);
  assert.deepEqual(
    again.refusals.map(({ column, code }: { column: string; code: string }) => [column, code]),
    [['reference', 'TAKEN']],
  );
});

test('each wrong row is told with its column', async () => {
  const desk = await openCollecting({ maxTotal: 400_000 });
  const { today } = await readClock(officer);
  const other = await openCollecting();
  const cases: [string, string[]][] = [
    ['TGK0000000000,A,5000,', ['mandateReference MANDATE_UNKNOWN']],
    [`${other.mandate},B,5000,`, ['mandateReference MANDATE_UNKNOWN']],
    [`${desk.mandate},,5000,`, ['reference MISSING']],
    [`,C,5000,`, ['mandateReference MISSING']],
    [`${desk.mandate},${'x'.repeat(36)},5000,`, ['reference TOO_LONG']],
    [`${desk.mandate},D,five,`, ['amount AMOUNT_INVALID']],
    [`${desk.mandate},E,250001,`, ['amount ABOVE_LIMIT']],
    [`${desk.mandate},J,575,`, ['amount BELOW_CHARGE']],
    [`${desk.mandate},F,5000,31/02/2030`, ['dueDay DAY_INVALID']],
    [`${desk.mandate},K,5000,0000-01-01`, ['dueDay DAY_INVALID']],
    [`${desk.mandate},G,5000,${showDay(today)}`, ['dueDay TOO_EARLY']],
    [`${desk.mandate},H,5000,${showDay(addDays(today, 400))}`, ['dueDay TOO_FAR']],
    [`${desk.mandate},I,5000,`, ['reference TWICE_IN_FILE']],
    [`${desk.mandate},I,6000,`, ['reference TWICE_IN_FILE']],
  ];
  // Both days are in one month.
  const far = `${addDays(today, 62).slice(0, 7)}-10`;
  for (const schedule of [{ kind: 'MONTHLY', day: 5 }, { kind: 'ONE_OFF' }]) {
    const { client, base, mandateId, mandate } = await openCollecting({ schedule }, desk);
    const body = { mandateId, reference: 'FIRST', amount: 200_000, dueDay: far };
    const made = await client.call(`${base}/transactions`, { method: 'POST', body });
    assert.equal(made.status, 201, made.text);
    cases.push([`${mandate},NEXT,60000,${addDays(far, 5)}`, ['amount ABOVE_LIMIT']]);
  }
  const disabled = await openCollecting({}, desk);
  const { customer } = (await desk.client.call(`${desk.base}/mandates/${disabled.mandateId}`)).json;
  await desk.client.call(`${desk.base}/customers/${customer.id}/disable`, {
    method: 'PATCH',
    body: { status: 'DISABLED' },
  });
  cases.push([`${disabled.mandate},M,5000,`, ['mandateReference CUSTOMER_DISABLED']]);
  // The earliest day after the notice is after its last day.
  const { mandate: ending } = await openCollecting({ end: addDays(today, 1) }, desk);
  cases.push([`${ending},L,5000,`, ['dueDay OUTSIDE']]);
  const { id, goodRows } = await desk.check(csvOf(...cases.map(([row]) => row)));
  assert.equal(goodRows, 0);
  const { content } = await desk.refused(id, 'size=100');
  assert.deepEqual(
    content.map(({ refusals }: ErrorAnswer) =>
      refusals.map(({ column, code }) => `${column} ${code}`),
    ),
    cases.map(([, expected]) => expected),
  );
});

test('a file counts the day of the debit, as manually: one that rolls into the next month uses its limit', async () => {
  const desk = await openCollecting({ maxPerPeriod: 250_000, period: 'MONTH' });
  const { today } = await readClock(officer);
  const { client, base, mandateId, mandate, check, cancel } = desk;
  const manual = async (reference: string, dueDay?: string) => {
    const body = { mandateId, reference, amount: 200_000, dueDay };
    const { status, json } = await client.call(`${base}/transactions`, { method: 'POST', body });
    return status === 201 ? json.collectionDay : json.fields[0].code;
  };
  const inFile = async (day: string) => {
    const { id, refusals } = await check(csvOf(`${mandate},FILE,200000,${day}`));
    await cancel(id);
    return refusals.map(({ code }: { code: string }) => code);
  };
  // A Saturday at the end of a month: it is collected in the next one.
  let saturday = addDays(today, 40);
  while (weekdayOf(saturday) !== 6 || addDays(saturday, 2).slice(8) > '02')
    saturday = addDays(saturday, 1);
  await manual('A', `${saturday.slice(0, 7)}-05`);
  assert.deepEqual(await inFile(saturday), []);
  const rolled = await manual('B', saturday);
  assert.ok(rolled > saturday, rolled);
  assert.deepEqual(await inFile(addDays(rolled, 10)), ['ABOVE_LIMIT']);
  assert.equal(await manual('C', addDays(rolled, 10)), 'ABOVE_LIMIT');
  // Without a day it is the earliest one.
  assert.deepEqual(await inFile(''), []);
  await manual('D');
  assert.deepEqual(await inFile(''), [await manual('E')]);
});

test('what rows together take beyond a limit is listed as rejected, and nothing is lost', async () => {
  const desk = await openCollecting({ maxTotal: 500_000 });
  const rows = ['K-1', 'K-2', 'K-3'].map((own) => `${desk.mandate},${own},200000,`);
  const { id } = await desk.check(csvOf(...rows));
  await desk.confirm(id, 'ALL');
  assert.equal((await desk.wait(id, 'DONE')).imported, 3);
  const { content } = await desk.transactions();
  const became = content.map((row: Record<string, unknown>) => [
    row['merchantReference'],
    row['state'],
    row['failureReason'],
  ]);
  assert.deepEqual(became.toSorted(), [
    ['K-1', 'PENDING', null],
    ['K-2', 'PENDING', null],
    ['K-3', 'REJECTED', 'ABOVE_LIMIT'],
  ]);
  const left = await desk.check(csvOf(`${desk.mandate},K-4,200000,`));
  assert.deepEqual(
    left.refusals.map(({ code }: { code: string }) => code),
    ['ABOVE_LIMIT'],
  );
});

test('figures and used limits are sums of what the list shows', async () => {
  const desk = await openCollecting({ maxCount: 12, maxPerPeriod: 500_000, period: 'MONTH' });
  const { id } = await desk.check(csvOf(`${desk.mandate},L-1,100000,`));
  await desk.confirm(id, 'ALL');
  await desk.wait(id, 'DONE');
  const [made] = (await desk.transactions()).content;
  const { today } = await readClock(officer);
  const figures = (await desk.client.call(`${desk.base}/transaction-figures`)).json;
  assert.equal(figures.activeMandates, 1);
  assert.deepEqual(figures.due, { count: 1, amount: 100_000, from: today, to: addDays(today, 6) });
  assert.deepEqual([figures.settled.count, figures.failed.failureReason], [0, null]);
  const due = await desk.transactions(`state=PENDING&dayFrom=${today}&dayTo=${figures.due.to}`);
  assert.equal(due.totalElements, figures.due.count);
  const usage = `${desk.base}/mandates/${desk.mandateId}/usage`;
  const used = (await desk.client.call(usage)).json;
  assert.deepEqual([used.count, used.total, used.maxCount], [1, 100_000, 12]);
  const inMonth = made.collectionDay.slice(0, 7) === today.slice(0, 7);
  assert.deepEqual(used.period, {
    kind: 'MONTH',
    total: inMonth ? 100_000 : 0,
    max: 500_000,
  });
  const stranger = await openCollecting();
  assert.equal((await stranger.client.call(usage)).status, 404);
  assert.equal(
    (await stranger.client.call(`${stranger.base}/mandates/${desk.mandateId}/usage`)).status,
    404,
  );
});

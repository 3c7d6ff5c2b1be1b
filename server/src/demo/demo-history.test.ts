import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Analytics, getAnalytics } from '@tegeka/contract/analytics.ts';
import { type BillingMonth, listBillingMonths } from '@tegeka/contract/billing.ts';
import { type DebitFigures, getDebitFigures } from '@tegeka/contract/debits/debit-figures.ts';
import { getBusinessClock } from '@tegeka/contract/calendar/calendar.ts';
import { getMerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { OUTCOME_NAMES, type Outcome } from '@tegeka/contract/debits/debit-outcomes.ts';
import type { Debit } from '@tegeka/contract/debits/debits.ts';
import { MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import { parse } from 'csv-parse/sync';
import { brokenRules } from '#testing/simulation/simulation-rules.ts';
import type { TestClient } from '#testing/test-client.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo-guide.ts';
import { seedDemo } from './demo.ts';
import { beginInThePast } from './demo-history.ts';
import { seedMandates } from './demo-mandates.ts';

let testServer: TestServer;
let owner: TestClient;
/** The path of the demo's approved business. */
let base: string;

before(async () => {
  testServer = await openTestServer({ DEMO_HISTORY_DAYS: '32' });
  await beginInThePast(testServer.ctx.db, testServer.config.demoHistoryDays);
  await seedDemo(testServer.ctx);
  const { signal: stopping } = new AbortController();
  await seedMandates({ ...testServer, stopping });
  await seedMandates({ ...testServer, stopping });
  owner = await testServer.signIn('MERCHANT', DEMO_PEOPLE.approved.email, DEMO_PASSWORD);
  const user = await owner.call('/identity/api/v1/users/currentuser');
  const [organizationId] = user.json.attributes.organizationId;
  const { id } = (await owner.call(`/api/v1/merchants/organization/${organizationId}`)).as(
    getMerchantProfile,
  );
  base = `/api/v1/merchants/${id}`;
});
after(() => testServer.close());

test('a history is played through the real engine, with mandates in every state', async () => {
  const countsOf = async (list: string) => (await owner.call(`${base}/${list}`)).json.counts;
  const mandates = await countsOf('mandates');
  for (const state of MANDATE.states) assert.ok(mandates[state] > 0, state);
  const transactions = await countsOf('transactions');
  for (const state of ['PENDING', 'SETTLED', 'FAILED', 'RETURNED', 'CANCELLED', 'REJECTED'])
    assert.ok(transactions[state] > 0, state);
  const clock = (await owner.call('/api/v1/business-clock')).as(getBusinessClock);
  assert.ok(Math.abs(Date.parse(clock.now) - testServer.clock.now().getTime()) < 60_000);
  assert.deepEqual(await brokenRules(testServer), []);
});

test("the demo's bank officer sees their bank, and the operators see pending requests", async () => {
  const officer = await testServer.signIn('BANK', DEMO_PEOPLE.officer.email, DEMO_PASSWORD);
  const user = await officer.call('/identity/api/v1/users/currentuser');
  const [organizationId] = user.json.attributes.organizationId;
  const bank = await officer.call(`/api/v1/banks/organization-id/${organizationId}`);
  assert.match(bank.json.name, /Stanbic/);
  const asked = await officer.call('/api/v1/approval-requests?state=PENDING&action=DEBIT_DISPUTE');
  assert.match(asked.json.content[0].title, /Moses Wasswa/);
  const operator = await testServer.signIn(
    'OPERATOR',
    DEMO_PEOPLE.secondOperator.email,
    DEMO_PASSWORD,
  );
  const inbox = await operator.call('/api/v1/approval-requests?state=PENDING');
  assert.deepEqual(
    inbox.json.content.map(({ title }: { title: string }) => title),
    ['Kololo Clinic'],
  );
});

/** Rows of a CSV, by the labels of their columns. */
const rowsOf = (csv: string) => parse<Record<string, string>>(csv, { bom: true, columns: true });

/** Every debit of the business, as its list has them. */
async function readDebits(): Promise<Debit[]> {
  const debits: Debit[] = [];
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const { json } = await owner.call(`${base}/transactions?size=100&page=${page}`);
    debits.push(...json.content);
    pages = json.totalPages;
  }
  return debits;
}

const readMonths = async (): Promise<BillingMonth[]> =>
  (await owner.call(`${base}/billing-months`)).as(listBillingMonths).content;

/** What the statements of all months have booked of each debit: charge, duty and net, by its reference. */
async function readBooked(): Promise<Map<string, number[]>> {
  const booked = new Map<string, number[]>();
  for (const { month } of await readMonths()) {
    const { text } = await owner.call(`${base}/statements/${month}/csv`);
    for (const { Reference = '', What = '', ...line } of rowsOf(text)) {
      if (!What.startsWith('Debit')) continue;
      const [charge = 0, duty = 0, net = 0] = booked.get(Reference) ?? [];
      booked.set(Reference, [
        charge - Number(line['Charge']),
        duty - Number(line['Excise duty']),
        net + Number(line['Net']),
      ]);
    }
  }
  return booked;
}

const isOpen = ({ state, nextTryDay }: Debit) =>
  ['PENDING', 'PROCESSING', 'UNKNOWN', 'CLEARED'].includes(state) || nextTryDay !== null;

test('list, drawer, export and statement have the money of a debit that was booked, and no other', async () => {
  const booked = await readBooked();
  const debits = await readDebits();
  const exported = rowsOf((await owner.call(`${base}/transactions/export`)).text);
  const byReference = Map.groupBy(exported, ({ Reference = '' }) => Reference);
  assert.equal(exported.length, debits.length);
  const operator = await testServer.signIn(
    'OPERATOR',
    DEMO_PEOPLE.secondOperator.email,
    DEMO_PASSWORD,
  );
  for (const debit of debits) {
    const { reference, state, transactionCharge: charge, exciseDuty: duty, net } = debit;
    const about = `${reference}, which is ${state}`;
    const entries = booked.get(reference);
    assert.equal(entries !== undefined, state === 'SETTLED' || state === 'RETURNED', about);
    assert.equal(debit.chargeIsEstimate, isOpen(debit), about);
    if (!isOpen(debit)) assert.deepEqual([charge, duty, net], entries ?? [null, null, null], about);
    const [row = {}] = byReference.get(reference) ?? [];
    const texts = [charge, duty, net].map((amount) => (amount === null ? '' : String(amount)));
    assert.deepEqual([row['Charge'], row['Excise duty'], row['Net']], texts, about);
    assert.equal(row['Charge is estimated'], isOpen(debit) ? 'yes' : 'no', about);
  }
  for (const [state, [debit]] of Map.groupBy(debits, ({ state: one }) => one)) {
    if (!debit) continue;
    const moneyIn = ({ json }: { json: Debit }) => [
      json.transactionCharge,
      json.exciseDuty,
      json.net,
    ];
    const expected = [debit.transactionCharge, debit.exciseDuty, debit.net];
    const path = `transactions/${debit.id}`;
    assert.deepEqual(moneyIn(await owner.call(`${base}/${path}`)), expected, state);
    assert.deepEqual(moneyIn(await operator.call(`/api/v1/${path}`)), expected, state);
  }
});

/** What each outcome means, written here once more. */
const MEANINGS: Readonly<Record<Outcome, (debit: Debit) => boolean>> = {
  DUE: ({ state, nextTryDay }) => state === 'PENDING' || nextTryDay !== null,
  IN_PROGRESS: ({ state }) => ['PROCESSING', 'UNKNOWN', 'CLEARED'].includes(state),
  SETTLED: ({ state }) => state === 'SETTLED',
  FAILED: ({ state, nextTryDay }) =>
    (state === 'FAILED' && nextTryDay === null) || state === 'RETURNED',
  REJECTED: ({ state }) => state === 'REJECTED',
  CANCELLED: ({ state }) => state === 'CANCELLED',
};

const sumOf = (debits: readonly Debit[]) => ({
  count: debits.length,
  amount: debits.reduce((sum, { amount }) => sum + amount, 0),
});

test('figures of the landing page, analytics and statements count the same debits as the list', async () => {
  const debits = await readDebits();
  const within = (outcome: Outcome, { from, to }: { from: string; to: string }) =>
    debits.filter(
      (debit) =>
        debit.collectionDay >= from && debit.collectionDay <= to && MEANINGS[outcome](debit),
    );
  const listed = async (outcome: Outcome, { from, to }: { from: string; to: string }) => {
    const days = `dayFrom=${from}&dayTo=${to}`;
    const { json } = await owner.call(`${base}/transactions?outcome=${outcome}&${days}`);
    return json.totalElements;
  };

  const figures: DebitFigures = (await owner.call(`${base}/transaction-figures`)).as(
    getDebitFigures,
  );
  for (const [outcome, figure] of [
    ['DUE', figures.due],
    ['SETTLED', figures.settled],
    ['FAILED', figures.failed],
  ] as const) {
    const expected = sumOf(within(outcome, figure));
    assert.deepEqual({ count: figure.count, amount: figure.amount }, expected, outcome);
    assert.equal(await listed(outcome, figure), figure.count, outcome);
  }
  const failureReasons = Map.groupBy(
    within('FAILED', figures.failed),
    ({ failureReason }) => failureReason,
  );
  const max = Math.max(0, ...[...failureReasons.values()].map(({ length }) => length));
  assert.equal(
    [...failureReasons].find(
      ([failureReason]) => failureReason === figures.failed.failureReason?.name,
    )?.[1].length ?? 0,
    max,
  );

  for (const period of ['LAST_30_DAYS', 'LAST_90_DAYS']) {
    const analytics: Analytics = (await owner.call(`${base}/analytics?period=${period}`)).as(
      getAnalytics,
    );
    for (const outcome of OUTCOME_NAMES) {
      const figure = analytics.outcomes.find((one) => one.outcome === outcome);
      const expected = { outcome, ...sumOf(within(outcome, analytics)) };
      assert.deepEqual(figure, expected, `${outcome} of ${period}`);
      assert.equal(await listed(outcome, analytics), expected.count, outcome);
    }
    for (const outcome of ['settled', 'failed'] as const) {
      const ofDays = analytics.days.reduce((sum, day) => sum + day[outcome].amount, 0);
      const name = outcome === 'settled' ? 'SETTLED' : 'FAILED';
      assert.equal(ofDays, sumOf(within(name, analytics)).amount);
    }
    const failed = analytics.failureReasons.reduce((sum, { count }) => sum + count, 0);
    assert.equal(failed, within('FAILED', analytics).length);
  }

  const months = await readMonths();
  const booked = debits.filter(({ settledAt }) => settledAt !== null);
  const total = (key: keyof Omit<BillingMonth, 'month'>) =>
    months.reduce((sum, month) => sum + month[key], 0);
  const added = (key: 'transactionCharge' | 'exciseDuty' | 'net') =>
    booked.reduce((sum, debit) => sum + (debit[key] ?? 0), 0);
  const returned = sumOf(booked.filter(({ state }) => state === 'RETURNED')).amount;
  assert.deepEqual(
    [total('settled'), total('returned'), total('charge'), total('exciseDuty')],
    [sumOf(booked).amount, returned, added('transactionCharge'), added('exciseDuty')],
  );
  const moved = total('cameBack') - total('paidOut') + total('repaid') + total('other');
  assert.equal(months[0]?.closing, added('net') + moved);
});

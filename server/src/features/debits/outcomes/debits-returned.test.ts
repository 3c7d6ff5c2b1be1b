import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { givesBack } from '#testing/setup/test-money.ts';
import { openUnanswered } from '#testing/setup/test-unanswered.ts';
import { openBank, openShop, until } from '#testing/test-mandate.ts';
import { openTuesdays, openWeeklyDebits, submittedDebit } from '../debits-test-debit.ts';

/** What was booked of a debit. */
const moneyOf = (one: Record<string, unknown>) => [
  one['transactionCharge'],
  one['exciseDuty'],
  one['net'],
  one['chargeGivenBack'],
  one['chargeIsEstimate'],
];

test('where the price plan says so, charge and duty are given back with a returned debit', async (t) => {
  const trip = await openUnanswered();
  t.after(trip.close);
  const { testServer, officer, operator } = trip;
  const submitted = (shop: Awaited<ReturnType<typeof openShop>>) => submittedDebit(trip, {}, shop);
  const kept = await submitted(await openShop(testServer));
  await kept.settle('E10');
  await kept.takeBack('MS02');
  // It cost what was charged; the amount went back.
  assert.deepEqual(moneyOf(await kept.one()), [1000, 150, -1150, false, false]);
  assert.equal(await kept.payable(), -1150);

  const merchant = await openShop(testServer);
  await givesBack(testServer, merchant.organizationId);
  const debit = await submitted(merchant);
  await debit.settle('E11');
  assert.equal((await debit.one()).chargeGivenBack, false);
  assert.equal(await debit.payable(), 98_850);
  const month = isoDay(debit.at).slice(0, 7);
  const charged = async () => {
    const { json } = await operator.client.call(`/api/v1/operator/revenue/${month}/banks`);
    return json.content.reduce((sum: number, { charge }: { charge: number }) => sum + charge, 0);
  };
  const earned = await charged();
  await debit.takeBack('MS02');
  assert.deepEqual(moneyOf(await debit.one()), [0, 0, 0, true, false]);
  assert.equal(await debit.payable(), 0);
  assert.equal(await charged(), earned - 1000);
  // What changes the debit in a later month does not move what was given back.
  await debit.say('REJECTED', 'AC04', debit.item, new Date(debit.at.getTime() + 40 * DAY_MS));
  assert.equal(await charged(), earned - 1000);
  const viewed = `/api/v1/transactions/${debit.id}`;
  const stranger = await openBank(testServer, 'CERBUGKA');
  for (const path of [viewed, `${viewed}/events`])
    assert.equal((await stranger.client.call(path)).status, 404);
  assert.deepEqual((await stranger.client.call('/api/v1/transactions')).json.content, []);
  assert.equal((await operator.client.call(viewed)).json.chargeGivenBack, true);
  assert.equal((await officer.client.call(viewed)).json.chargeGivenBack, null);
  const { reference } = await debit.one();
  const exported = async ({ client }: typeof officer, query: string) => {
    const { text } = await client.call(`/api/v1/transactions/export?${query}`);
    const [head = '', ...rows] = text.replace('\uFEFF', '').trim().split('\r\n');
    return { head, row: rows.find((line) => line.includes(reference)) ?? '', count: rows.length };
  };
  const ofMerchant = `merchantId=${debit.path.split('/')[4]}`;
  const forOperator = await exported(operator, ofMerchant);
  assert.match(
    forOperator.head,
    /^Merchant,.*,Created on,Settled on,Charge,Excise duty,Net,Charge is given back,Charge is estimated$/,
  );
  assert.match(forOperator.row, /,0,0,0,yes,no$/);
  assert.equal(forOperator.count, 1);
  const forBank = await exported(officer, ofMerchant);
  assert.match(forBank.head, /^Merchant,.*,Created on,Settled on$/);
  assert.doesNotMatch(forBank.row, /,1000,|,150,|,98850/);
  assert.equal((await exported(operator, '')).count, 2);
  assert.equal((await exported(stranger, '')).count, 0);
  const base = debit.path.replace('/transactions', '');
  const { content } = (await debit.client.call(`${base}/billing-months`)).json;
  const [{ settled, charge, exciseDuty: duty, returned, closing }] = content;
  assert.deepEqual([settled, charge, duty, returned, closing], [100_000, 0, 0, 100_000, 0]);
  const statement = await debit.client.call(`${base}/statements/${month}/csv`);
  const line = `Debit returned,${reference},-100000,1000,150,-98850,0`;
  assert.ok(statement.text.includes(line), statement.text);
  await checkLedger(testServer);
});

test('a returned debit that the limit keeps from being collected again says so', async (t) => {
  const trip = await openUnanswered();
  t.after(trip.close);
  const weekly = await openWeeklyDebits(trip, {
    weekday: 5,
    maxPerPeriod: 60_000,
    retries: 2,
  });
  const { id } = await weekly.returnNext();
  const { state, recollectedBy, notRecollected } = await weekly.one(id);
  assert.deepEqual([state, recollectedBy], ['RETURNED', null]);
  assert.equal(
    notRecollected,
    'Not allowed: more than the mandate allows. The mandate allows USh 60,000 in a week; USh 0 is left beside the USh 60,000 of its schedule',
  );
});

test('what collects a returned debit again gives way to the schedule, and its payer is told that it is not made', async (t) => {
  const trip = await openUnanswered();
  t.after(trip.close);
  const weekly = await openTuesdays(trip);
  const returned = await weekly.returnNext();
  const { recollectedBy: again, notRecollected } = await weekly.one(returned.id);
  assert.equal(notRecollected, null);
  await until(async () => (await weekly.one(again.id)).noticeAt);
  const manual = await weekly.collect(340_000, addDays(returned.dueDay, 6));
  assert.equal(manual.status, 201, manual.text);
  const next = addDays(returned.dueDay, 7);
  while (!(await weekly.list('PENDING')).some(({ dueDay }) => dueDay === next))
    await moveClock(trip.operator, 'NEXT_SESSION');
  await until(async () => (await weekly.one(again.id)).noticeWithdrawnAt);
  const { state, failureReason, attempt, notices } = await weekly.one(again.id);
  assert.deepEqual([state, failureReason, attempt], ['CANCELLED', 'ABOVE_LIMIT', 0]);
  assert.deepEqual(
    notices.map(({ kind }: { kind: string }) => kind),
    ['WITHDRAWN', 'ANNOUNCED'],
  );
});

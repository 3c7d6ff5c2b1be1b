import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { makePricePlan } from '#testing/setup/test-money.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import { activeMandate, openShop, until } from '#testing/test-mandate.ts';
import { settleDebits } from '../outcomes/debits-money.ts';
import { submittedDebit } from '../debits-test-debit.ts';

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

type Shop = Awaited<ReturnType<typeof openShop>>;

/** From a day on a business is charged this share of a debit, at least `minimum`. */
async function planFrom({ merchantId }: Shop, startsOn: string, share: object): Promise<void> {
  const plan = { merchantId, startsOn, fixed: 0, maximum: null, givesBack: false, ...share };
  const { json, text } = await makePricePlan(trip.testServer, plan);
  assert.equal(json.state, 'EXECUTED', text);
}

async function openDebits() {
  const shop = await openShop(trip.testServer);
  const terms = { schedule: { kind: 'ON_DEMAND' } };
  const mandateId = await activeMandate(trip.testServer, trip.officer, shop.payer, terms);
  const path = shop.mandates.replace('mandates', 'transactions');
  const make = async (amount: number, dueDay?: string) => {
    const body = { mandateId, reference: `INV-${amount}`, amount, dueDay };
    const { status, json, text } = await shop.client.call(path, { method: 'POST', body });
    assert.equal(status, 201, text);
    const one = async () => (await shop.client.call(`${path}/${json.id}`)).json;
    await until(async () => (await one()).noticeAt);
    return { day: String(json.collectionDay), reference: String(json.reference), one };
  };
  return { shop, path, make };
}

/** What a debit costs, and whether that is an estimate. */
const costOf = (one: Record<string, unknown>) => [
  one['transactionCharge'],
  one['exciseDuty'],
  one['net'],
  one['chargeIsEstimate'],
];

test('a debit costs what plan and rate of its collection day say; what is shown before is an estimate', async () => {
  const { shop, path, make } = await openDebits();
  const { today } = await readClock(trip.operator);
  const debit = await make(100_000, addDays(today, 10));
  const small = await make(3600, debit.day);
  assert.deepEqual(costOf(await debit.one()), [1000, 150, 98_850, true]);
  await planFrom(shop, debit.day, { basisPoints: 200, minimum: 3000 });
  await trip.testServer.ctx.db.asPlatform('test', (tx) =>
    sql`insert into dated_rates (name, starts_on, value)
      values ('EXCISE_DUTY', ${debit.day}, 2000)`.execute(tx),
  );
  const exported = async () => (await shop.client.call(`${path}/export`)).text.split('\r\n');
  const lineOf = async () => (await exported()).find((line) => line.includes(debit.reference));
  assert.match((await exported())[0] ?? '', /,Charge is estimated$/);
  assert.match((await lineOf()) ?? '', /,1000,150,.*,yes$/);
  for (let n = 0; n < 30 && (await debit.one()).state === 'PENDING'; n += 1)
    await moveClock(trip.operator, 'NEXT_SESSION');

  assert.equal((await debit.one()).state, 'PROCESSING');
  assert.deepEqual(costOf(await debit.one()), [3000, 600, 96_400, true]);
  assert.match((await lineOf()) ?? '', /,3000,600,96400,no,yes$/);
  const { state, failureReason, reason, attempts } = await small.one();
  assert.deepEqual(costOf(await small.one()), [null, null, null, false]);
  assert.deepEqual([state, failureReason, attempts], ['REJECTED', 'BELOW_CHARGE', []]);
  assert.match(reason, /charge and its duty are higher than the amount/);
  const viewed = async ({ client }: typeof trip.officer) =>
    (await client.call('/api/v1/transactions')).json.content.find(
      (one: { reference: string }) => one.reference === debit.reference,
    );
  assert.deepEqual(costOf(await viewed(trip.operator)), [3000, 600, 96_400, true]);
  assert.deepEqual(costOf(await viewed(trip.officer)), [null, null, null, null]);
  await moveClock(trip.operator, 'WEEK');
  const mails = await trip.testServer.outbox(shop.email);
  const told = mails.some(({ text }) => text.includes('Debits that were not sent to the bank: 1'));
  assert.ok(told, 'the business is not told');
});

test('a retry costs what is charged on its own day, and that is posted', async () => {
  const shop = await openShop(trip.testServer);
  const debit = await submittedDebit(trip, { retries: 1 }, shop);
  const { ctx } = trip.testServer;
  await debit.say('REJECTED', 'AM04');
  assert.equal((await debit.one()).chargeIsEstimate, true);
  const { today } = await readClock(trip.operator);
  await planFrom(shop, addDays(today, 1), { basisPoints: 500, minimum: 0 });
  await moveClock(trip.operator, 'TOMORROW');
  const { item, at } = await debit.submit();
  assert.ok(item, 'it was not tried again');
  const { exciseDuty, net, ...one } = await debit.one();
  assert.deepEqual([one.transactionCharge, one.chargeIsEstimate], [5000, true]);
  assert.equal(5000 + exciseDuty + net, 100_000);
  await debit.say('ACCEPTED', null, item, at);
  await ctx.db.asPlatform('test', (tx) =>
    settleDebits(ctx, tx, [item], { entryId: 'PRICES-1', at }),
  );
  const settled = await debit.one();
  assert.deepEqual([settled.state, ...costOf(settled)], ['SETTLED', 5000, exciseDuty, net, false]);
  assert.equal(await debit.payable(), net);
  await checkLedger(trip.testServer);
});

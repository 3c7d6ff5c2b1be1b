import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getRequest, requestDetailShape } from '@tegeka/contract/approvals.ts';
import { addDays, showDay } from '@tegeka/contract/kit/day.ts';
import { APPROVE, decide } from '#features/approvals/approvals-test-calls.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { makePricePlan } from '#testing/setup/test-money.ts';
import type { TestAnswer, TestClient } from '#testing/test-client.ts';
import { activeMandate, openBank, openShop } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let operator: TestPerson;
let checker: TestPerson;
let today: string;
let officer: TestPerson;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
  checker = await testServer.operator();
  officer = await openBank(testServer);
  ({ today } = await readClock(operator));
});
after(() => testServer.close());

const PLANS = '/api/v1/operator/price-plans';
const USUAL = {
  merchantId: null,
  basisPoints: 150,
  fixed: 200,
  minimum: 600,
  maximum: 12_000,
  givesBack: true,
};
const make = (change: object, client = operator.client) =>
  client.call(PLANS, { method: 'POST', body: { ...USUAL, ...change } });
/** The request that was asked for, as this operator reads it. */
const requestOf = async (client: TestClient, asked: TestAnswer) =>
  requestDetailShape.parse(
    (await client.call(`/api/v1/approval-requests/${asked.json.requestId}`)).as(getRequest),
  );
/** The field and the sentence of the first refusal. */
const wrong = async (change: object) => {
  const { status, json } = await make(change);
  assert.equal(status, 400, JSON.stringify(json));
  return [json.fields[0].field, json.fields[0].message];
};

test('a price plan for all or for one merchant is made once another operator approves it', async () => {
  const { merchantId, person } = await activeMerchant(testServer);
  const startsOn = addDays(today, 30);
  const asked = await make({ startsOn });
  assert.equal(asked.status, 202, asked.text);
  const plansBefore = (await operator.client.call(PLANS)).json.content;
  assert.ok(plansBefore.every((one: { startsOn: string }) => one.startsOn !== startsOn));
  const own = await requestOf(operator.client, asked);
  assert.equal(own.cannotDecide, 'A request can not be decided by the person who made it.');
  const byMaker = await decide(operator.client, own, APPROVE);
  assert.deepEqual([byMaker.status, byMaker.json.code], [409, 'REQUEST_IS_YOURS']);

  const read = await requestOf(checker.client, asked);
  const { actionLabel, title, state, fields } = read;
  assert.deepEqual(
    [actionLabel, title, state],
    ['Price plan', `All merchants, from ${showDay(startsOn)}`, 'PENDING'],
  );
  assert.deepEqual(
    fields.map((field) => field.value),
    [showDay(startsOn), 'All without a plan', '1.5 %', 'USh 200', 'USh 600', 'USh 12,000', 'Yes'],
  );
  assert.equal((await decide(checker.client, read, APPROVE)).json.state, 'EXECUTED');
  const other = { ...USUAL, startsOn, merchantId, maximum: null, givesBack: false };
  assert.equal((await makePricePlan(testServer, other)).json.state, 'EXECUTED');

  const { content, totalElements } = (await operator.client.call(PLANS)).json;
  assert.equal(content.length, totalElements);
  const plans: Record<string, unknown>[] = content.slice(0, 2);
  const { id, createdAt, ...plan } = plans.find((one) => one['merchantId'] === null) ?? {};
  assert.deepEqual(plan, { ...USUAL, startsOn, merchantName: null, currency: 'UGX' });
  assert.ok(id && createdAt);
  const narrowed = (await operator.client.call(`${PLANS}?merchantId=${merchantId}`)).json;
  assert.deepEqual(narrowed.content, [plans.find((one) => one['merchantId'] === merchantId)]);
  const [only] = narrowed.content;
  assert.deepEqual([only.maximum, only.merchantName], [null, person.businessName]);
});

test('a price plan that is rejected, or whose day comes before it is approved, is not made', async () => {
  const startsOn = addDays((await readClock(operator)).today, 1);
  const rejected = await requestOf(checker.client, await make({ startsOn }));
  const no = { decision: 'REJECT', code: 'NOT_AGREED', comment: 'It was to be 1 %.' } as const;
  assert.equal((await decide(checker.client, rejected, no)).json.state, 'REJECTED');
  const late = await requestOf(checker.client, await make({ startsOn }));
  await moveClock(operator, 'TOMORROW');
  assert.equal((await decide(checker.client, late, APPROVE)).json.state, 'EXECUTION_FAILED');
  const { content } = (await operator.client.call(PLANS)).json;
  assert.ok(content.every((one: { startsOn: string }) => one.startsOn !== startsOn));
});

test('a price plan that starts yesterday: has its sentence at its field', async () => {
  const sentence = ['startsOn', 'Choose a day after today: a plan changes no past'];
  assert.deepEqual(await wrong({ startsOn: addDays(today, -1) }), sentence);
  assert.deepEqual(await wrong({ startsOn: today }), sentence);
  assert.equal((await wrong({ startsOn: '2026-02-30' }))[0], 'startsOn');
});

test('a plan that leaves nothing of a debit, contradicts itself or is for nobody is refused at its field', async () => {
  const startsOn = addDays(today, 40);
  const share = 'With the duty on it, this share would take the whole amount';
  assert.deepEqual(await wrong({ startsOn, basisPoints: 8696 }), ['basisPoints', share]);
  assert.equal((await wrong({ startsOn, basisPoints: 10_001 }))[0], 'basisPoints');
  assert.equal((await wrong({ startsOn, basisPoints: 1.5 }))[0], 'basisPoints');
  const left = 'Nothing would be left of the largest debit, USh 10,000,000';
  const max = { startsOn, maximum: null };
  assert.deepEqual(await wrong({ ...max, minimum: 9_000_000 }), ['minimum', left]);
  assert.deepEqual(await wrong({ ...max, fixed: 9_000_000 }), ['fixed', left]);
  const order = ['maximum', 'The most is less than the least'];
  assert.deepEqual(await wrong({ startsOn, minimum: 500, maximum: 499 }), order);
  assert.equal((await wrong({ startsOn, fixed: -1 }))[0], 'fixed');
  const nobody = await wrong({ startsOn, merchantId: '0193b000-0000-7000-8000-000000000000' });
  assert.deepEqual(nobody, ['merchantId', 'There is no merchant with this id']);
  assert.equal((await make({ startsOn, basisPoints: 8695 })).status, 202);
});

test('of two plans that begin on one day for the same merchants, one is made', async () => {
  const startsOn = addDays(today, 50);
  const asked = await Promise.all([make({ startsOn }), make({ startsOn })]);
  const requests = [];
  for (const one of asked) requests.push(await requestOf(checker.client, one));
  const decided = await Promise.all(requests.map((one) => decide(checker.client, one, APPROVE)));
  assert.deepEqual(
    decided.map(({ json }) => String(json.state)).toSorted((a, b) => a.localeCompare(b)),
    ['EXECUTED', 'EXECUTION_FAILED'],
  );
  const taken = await make({ startsOn });
  assert.equal(taken.status, 409);
  assert.deepEqual(taken.json.fields, [
    { field: 'startsOn', message: 'A plan begins on this day already' },
  ]);
  assert.equal(taken.json.code, 'PRICE_PLAN_TAKEN');
  const { client } = await testServer.merchant();
  assert.equal((await make({ startsOn: addDays(today, 51) }, client)).status, 403);
});

test('debits cost what the plan says from its day on', async () => {
  const shop = await openShop(testServer);
  const schedule = { kind: 'ON_DEMAND' };
  const mandateId = await activeMandate(testServer, officer, shop.payer, { schedule });
  const path = shop.mandates.replace('mandates', 'transactions');
  const chargeOf = async (reference: string) => {
    const client = await testServer.signIn('MERCHANT', shop.email);
    const body = { mandateId, reference, amount: 100_000 };
    const { status, json, text } = await client.call(path, { method: 'POST', body });
    assert.equal(status, 201, text);
    return [json.transactionCharge, json.exciseDuty, json.net];
  };
  const { today: now } = await readClock(operator);
  const merchantId = /merchants\/([^/]+)/.exec(shop.mandates)?.[1];
  const plan = { ...USUAL, startsOn: addDays(now, 1), merchantId };
  const made = await makePricePlan(testServer, plan);
  assert.equal(made.json.state, 'EXECUTED', made.text);
  assert.deepEqual(await chargeOf('INV-1'), [1000, 150, 98_850]);
  await moveClock(operator, 'TOMORROW');
  assert.deepEqual(await chargeOf('INV-2'), [1700, 255, 98_045]);
});

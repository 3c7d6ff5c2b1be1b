import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { activeMandate, openBank, openShop } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let operator: TestPerson;
let today: string;
let officer: TestPerson;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
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
/** The field and the sentence of the first refusal. */
const wrong = async (change: object) => {
  const { status, json } = await make(change);
  assert.equal(status, 400, JSON.stringify(json));
  return [json.fields[0].field, json.fields[0].message];
};

test('a price plan for all or for one merchant is made and listed, with who made it in the audit', async () => {
  const { merchantId } = await activeMerchant(testServer);
  const startsOn = addDays(today, 30);
  const ofAll = await make({ startsOn });
  assert.equal(ofAll.status, 201, ofAll.text);
  const { id, createdAt, ...plan } = ofAll.json;
  assert.deepEqual(plan, { ...USUAL, startsOn, merchantName: null, currency: 'UGX' });
  assert.ok(id && createdAt);
  const own = await make({ startsOn, merchantId, maximum: null, givesBack: false });
  assert.equal(own.status, 201, own.text);
  assert.deepEqual([own.json.merchantId, own.json.maximum], [merchantId, null]);
  assert.ok(own.json.merchantName);

  const { content, totalElements } = (await operator.client.call(PLANS)).json;
  assert.equal(content.length, totalElements);
  assert.deepEqual(
    new Set(content.slice(0, 2).map((one: { id: string }) => one.id)),
    new Set([id, own.json.id]),
  );
  const narrowed = (await operator.client.call(`${PLANS}?merchantId=${merchantId}`)).json;
  assert.deepEqual(narrowed.content, [own.json]);
  const audited = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx.selectFrom('audit').select(['user_name', 'action']).where('entity_id', '=', id).execute(),
  );
  assert.equal(audited.length, 1);
  assert.equal(audited[0]?.action, 'createPricePlan');
  assert.ok(audited[0]?.user_name);
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
  const most = { startsOn, maximum: null };
  assert.deepEqual(await wrong({ ...most, minimum: 9_000_000 }), ['minimum', left]);
  assert.deepEqual(await wrong({ ...most, fixed: 9_000_000 }), ['fixed', left]);
  const order = ['maximum', 'The most is less than the least'];
  assert.deepEqual(await wrong({ startsOn, minimum: 500, maximum: 499 }), order);
  assert.equal((await wrong({ startsOn, fixed: -1 }))[0], 'fixed');
  const nobody = await wrong({ startsOn, merchantId: '0193b000-0000-7000-8000-000000000000' });
  assert.deepEqual(nobody, ['merchantId', 'There is no merchant with this id']);
  assert.equal((await make({ startsOn, basisPoints: 8695 })).status, 201);
});

test('of two plans that begin on one day for the same merchants, one is made', async () => {
  const startsOn = addDays(today, 50);
  const answers = await Promise.all([make({ startsOn }), make({ startsOn })]);
  const [made, taken] = answers.toSorted((a, b) => a.status - b.status);
  assert.deepEqual([made?.status, taken?.status], [201, 409]);
  assert.deepEqual(taken?.json.fields, [
    { field: 'startsOn', message: 'A plan begins on this day already' },
  ]);
  assert.equal(taken?.json.code, 'PRICE_PLAN_TAKEN');
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
  const made = await make({ startsOn: addDays(now, 1), merchantId });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(await chargeOf('INV-1'), [1000, 150, 98_850]);
  await moveClock(operator, 'TOMORROW');
  assert.deepEqual(await chargeOf('INV-2'), [1700, 255, 98_045]);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, DAY_MS, daysOfMonth } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { moveClock } from '#testing/setup/test-clock.ts';
import {
  consentedMandate,
  mandateRequest,
  openBank,
  openShop,
  payerAccount,
  until,
  visitPage,
} from '#testing/test-mandate.ts';
import { readAsked } from './mandates-consent-store.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

/** An officer whose access token has not ended. */
const signedIn = async () => ({
  ...officer,
  client: await testServer.signIn('BANK', officer.email),
});

async function openOwn() {
  const shop = await openShop(testServer);
  const turn = async (verb: 'suspend' | 'reinstate') => {
    const { client } = await testServer.operator();
    const path = `/api/v1/operator/merchants/${shop.merchantId}/${verb}`;
    const body = { reason: 'Complaints of payers' };
    const { status, text } = await client.call(path, { method: 'PATCH', body });
    assert.equal(status, 200, text);
  };
  const one = async (id: string) => {
    const client = await testServer.signIn('MERCHANT', shop.email);
    return (await client.call(`${shop.mandates}/${id}`)).json;
  };
  const requests = async () =>
    (await testServer.outbox(shop.phoneNumber)).filter(({ text }) => text.includes('/mandates/'))
      .length;
  return { ...shop, turn, one, requests };
}

/** Withdraws the request to the bank and resets the next action, as if asking the bank had failed. */
async function loseRequest(mandateId: string) {
  const db = new pg.Client({ connectionString: testServer.connectionString });
  await db.connect();
  await db.query(
    `update approval_requests set state = 'WITHDRAWN', revision = revision + 1
     where entity_id = $1`,
    [mandateId],
  );
  await db.query(
    `update mandates set next_action = 'REQUEST_CONFIRMATION', next_action_at = updated_at + interval '1 day' where id = $1`,
    [mandateId],
  );
  await db.end();
}

test('the request of a suspended business is closed and not repeated, and open again afterwards', async () => {
  const shop = await openOwn();
  const { id } = (await shop.create()).json;
  const link = await shop.link();
  await shop.turn('suspend');
  assert.match((await visitPage(testServer, link)).text, /You can not answer now/);
  const other = await openOwn();
  await other.create();
  testServer.clock.advance(2 * DAY_MS + 60_000);
  await until(async () => (await other.requests()) === 2);
  assert.equal(await shop.requests(), 1);
  assert.equal((await shop.one(id)).state, 'PENDING_VERIFICATION');
  await shop.turn('reinstate');
  assert.match((await visitPage(testServer, link)).text, /Agree and get the code/);
});

test('a phone is asked twenty times a day by all businesses together', async () => {
  const shop = await openOwn();
  const made = await Promise.all(Array.from({ length: 21 }, () => shop.create()));
  assert.equal(made.filter(({ status }) => status === 201).length, 20);
  const other = await openShop(testServer);
  const path = other.mandates.replace('mandates', 'customers');
  const { customerId, ...terms } = await other.payer.terms();
  const { json: customer } = await other.client.call(`${path}/${customerId}`);
  const input = { ...customer, phoneNumber: shop.phoneNumber };
  const changed = await other.client.call(`${path}/${customerId}`, { method: 'PUT', body: input });
  assert.equal(changed.status, 200, changed.text);
  const body = { ...terms, customerId };
  const refused = await other.client.call(other.mandates, { method: 'POST', body });
  assert.deepEqual([refused.status, refused.json.code], [429, 'TOO_MANY_REQUESTS']);
});

test('an email address is asked twenty times a day, whatever phones stand beside it', async () => {
  const other = await openShop(testServer);
  const path = other.mandates.replace('mandates', 'customers');
  const email = 'Stranger@example.com';
  const statuses: number[] = [];
  for (let n = 0; n < 21; n += 1) {
    const { customerId, ...terms } = await other.payer.terms();
    const { json: customer } = await other.client.call(`${path}/${customerId}`);
    const input = { ...customer, email, phoneNumber: `+2567720001${10 + n}` };
    const changed = await other.client.call(`${path}/${customerId}`, {
      method: 'PUT',
      body: input,
    });
    assert.equal(changed.status, 200, changed.text);
    const body = { ...terms, customerId };
    statuses.push((await other.client.call(other.mandates, { method: 'POST', body })).status);
  }
  assert.deepEqual(statuses, [...Array<number>(20).fill(201), 429]);
});

test('a bank that was not asked is asked again, for a week', async () => {
  const [shop, gone] = [await openOwn(), await openOwn()];
  const { id, reference } = await consentedMandate(testServer, shop.payer);
  const { id: lost, reference: other } = await consentedMandate(testServer, gone.payer);
  const asked = await signedIn();
  for (const one of [reference, other]) await mandateRequest(asked, one);
  for (const one of [id, lost]) await loseRequest(one);
  await gone.turn('suspend');
  testServer.clock.advance(DAY_MS + 60_000);
  const { client } = await signedIn();
  await until(async () => {
    const { content } = (await client.call('/api/v1/approval-requests?state=PENDING')).json;
    return content.some(({ title }: { title: string }) => title.includes(reference));
  });
  testServer.clock.advance(7 * DAY_MS);
  const owner = await testServer.signIn('MERCHANT', gone.email);
  const mandate = async () => (await owner.call(`${gone.mandates}/${lost}`)).json;
  await until(async () => (await mandate()).state === 'EXPIRED');
  assert.equal((await mandate()).reason, "The payer's bank could not be asked");
});

test('the time of officers ends by the business clock', async () => {
  const shop = await openOwn();
  const { id, reference } = await consentedMandate(testServer, shop.payer);
  await mandateRequest(await signedIn(), reference);
  await moveClock(await testServer.operator(), 'WEEK');
  await moveClock(await testServer.operator(), 'TOMORROW');
  assert.equal((await shop.one(id)).state, 'EXPIRED');
  assert.equal((await mandateRequest(await signedIn(), reference)).state, 'EXPIRED');
});

test('officers see a mandate once its payer is asked, and no draft of a business', async () => {
  const merchant = await openShop(testServer);
  const { client } = await signedIn();
  const account = await payerAccount(testServer);
  const draft = (await merchant.create({ send: false, consentWay: 'SMS', ...account })).json;
  assert.equal(draft.state, 'GENERATED');
  const list = async () => (await client.call('/api/v1/mandates?size=100')).json;
  const path = `/api/v1/mandates/${draft.id}`;
  const drafted = await list();
  assert.ok(!JSON.stringify(drafted.content).includes(draft.id));
  assert.equal(drafted.counts.GENERATED, 0);
  assert.equal((await client.call(path)).status, 404);
  const asked = `${merchant.mandates}/${draft.id}/send`;
  const sent = await merchant.client.call(asked, { method: 'POST', body: {} });
  assert.equal(sent.status, 200, sent.text);
  const { counts } = await list();
  assert.equal(counts.PENDING_VERIFICATION, drafted.counts.PENDING_VERIFICATION + 1);
  assert.equal((await client.call(path)).status, 200);
});

test('who is asked after the first day is asked for one that has not passed', async () => {
  const shop = await openOwn();
  const { today } = (await shop.client.call('/api/v1/business-clock')).json;
  const ahead = async (terms: object) => {
    const body = { send: false, start: addDays(today, 1), ...terms };
    const { json, text } = await shop.create(body);
    assert.ok(json.id, text);
    return String(json.id);
  };
  const monthly = await ahead({ schedule: { kind: 'MONTHLY', day: 'LAST' } });
  const schedule = { kind: 'INSTALMENTS', every: 'WEEK', amounts: [1000, 2000] };
  const weekly = await ahead({ schedule, amount: null });
  testServer.clock.advance(3 * DAY_MS);
  const client = await testServer.signIn('MERCHANT', shop.email);
  const sent = async (id: string) =>
    (await client.call(`${shop.mandates}/${id}/send`, { method: 'POST', body: {} })).json.start;
  assert.equal(await sent(monthly), addDays(today, 3));
  assert.equal(await sent(weekly), addDays(today, 8), 'in whole weeks');
});

test('nobody is asked about a mandate whose last day has passed', async () => {
  const [shop, other] = [await openOwn(), await openOwn()];
  const { today } = (await shop.client.call('/api/v1/business-clock')).json;
  const { id } = (await shop.create({ end: addDays(today, 1) })).json;
  await other.create();
  testServer.clock.advance(2 * DAY_MS + 60_000);
  await until(async () => (await other.requests()) === 2);
  assert.equal(await shop.requests(), 1, 'no reminder');
  const client = await testServer.signIn('MERCHANT', shop.email);
  const sent = await client.call(`${shop.mandates}/${id}/send`, { method: 'POST', body: {} });
  assert.deepEqual([sent.status, sent.json.code], [409, 'MANDATE_OVER']);
  assert.equal(await shop.requests(), 1);
});

test('of very many requests by SMS to a phone an answer is about the newest that are open', async () => {
  const shop = await openOwn();
  const account = { consentWay: 'SMS', ...(await payerAccount(testServer)) };
  const drafts = async () => {
    const made = Array.from({ length: 50 }, () => shop.create({ ...account, send: false }));
    return (await Promise.all(made)).map(({ json }) => String(json.id));
  };
  const waiting = await drafts();
  const { id } = (await shop.create(account)).json;
  const closed = await drafts();
  const asked = await testServer.ctx.db.asPlatform('test', async (tx) => {
    await sql`insert into consent_attempts (organization_id, mandate_id, asked_phone, encrypted_sms)
      select a.organization_id, other, a.asked_phone, a.encrypted_sms
      from consent_attempts a, unnest(${[...waiting, ...closed]}::uuid[]) as other
      where a.mandate_id = ${id}`.execute(tx);
    await sql`update mandates set state = 'PENDING_VERIFICATION'
      where id = any(${waiting}::uuid[])`.execute(tx);
    return readAsked(tx, shop.phoneNumber);
  });
  assert.deepEqual(asked, [...waiting.toSorted().slice(1), id]);
});

test('the agreed 31st stays with a mandate whose payer is asked late, at the end of a shorter month', async () => {
  const shop = await openOwn();
  const { today } = (await shop.client.call('/api/v1/business-clock')).json;
  const ahead = Array.from({ length: 100 }, (_, n) => addDays(today, n + 1));
  const start = ahead.find((day) => /-(01|03|05|08|10)-31$/.test(day)) ?? '';
  const made = await shop.create({
    send: false,
    start,
    amount: null,
    schedule: { kind: 'INSTALMENTS', every: 'MONTH', amounts: [1000, 2000, 3000] },
  });
  testServer.clock.advance(Date.parse(start) - Date.parse(today) + 2 * DAY_MS);
  const client = await testServer.signIn('MERCHANT', shop.email);
  const path = `${shop.mandates}/${made.json.id}/send`;
  const sent = await client.call(path, { method: 'POST', body: {} });
  const { to: nextMonthEnd } = daysOfMonth(addDays(start, 1).slice(0, 7));
  const { schedule, nextDueDay } = sent.json;
  assert.deepEqual([sent.json.start, nextDueDay, schedule.day], [nextMonthEnd, nextMonthEnd, 31]);
  const { text } = await visitPage(testServer, await shop.payer.link());
  assert.match(text, /on the 31st or the last day of a shorter month/);
});

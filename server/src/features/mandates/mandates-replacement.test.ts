import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import {
  activeMandate,
  consentedMandate,
  decideMandate,
  openBank,
  openShop,
  payerAccount,
  visitPage,
} from '#testing/test-mandate.ts';
import { lockForSubmission } from './collection/mandates-outcomes.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
  operator = await testServer.operator();
});
after(() => testServer.close());

/** A business with a payer. Access tokens end while the clock moves: each call signs in again. */
async function openOwn() {
  const shop = await openShop(testServer);
  const call = async (path: string, body?: object) => {
    const client = await testServer.signIn('MERCHANT', shop.email);
    return (await client.call(path, body && { method: 'POST', body })).json;
  };
  const one = (id: string) => call(`${shop.mandates}/${id}`);
  const approve = async (id: string) => {
    const own = { ...officer, client: await testServer.signIn('BANK', officer.email) };
    return decideMandate(own, (await one(id)).reference, { decision: 'APPROVE' });
  };
  /** Replaces a mandate by one with a lower amount; the consent goes on. */
  const lower = async (id: string, change: object = {}) => {
    const terms = { ...(await shop.payer.terms()), customerId: undefined };
    const body = { ...terms, amount: 200_000, ...change };
    const made = await call(`${shop.mandates}/${id}/replace`, body);
    assert.equal(made.state, 'PENDING_APPROVAL', JSON.stringify(made));
    return String(made.id);
  };
  return { ...shop, call, one, approve, lower };
}

const move = async (to: 'TOMORROW' | 'WEEK') => {
  operator = await testServer.operator();
  return moveClock(operator, to);
};

/** The payer's bank suspends a mandate, or lifts that. */
async function ofBank(id: string, verb: 'suspend' | 'reinstate') {
  const client = await testServer.signIn('BANK', officer.email);
  const body = { reason: 'A dispute' };
  const { json } = await client.call(`/api/v1/mandates/${id}/${verb}`, { method: 'POST', body });
  return json.state;
}

test('a replacement that was made before a suspension begins once that is lifted', async () => {
  const shop = await openOwn();
  const old = await activeMandate(testServer, officer, shop.payer);
  const next = await shop.lower(old);
  assert.equal(await ofBank(old, 'suspend'), 'SUSPENDED');
  await shop.approve(next);
  await move('TOMORROW');
  const states = async () => [(await shop.one(old)).state, (await shop.one(next)).state];
  assert.deepEqual(await states(), ['SUSPENDED', 'REGISTERED']);
  assert.equal(await ofBank(old, 'reinstate'), 'ACTIVE');
  await move('TOMORROW');
  await move('TOMORROW');
  assert.deepEqual(await states(), ['COMPLETED', 'ACTIVE']);
});

test('who declines new terms reads that the present ones go on, and the link of replaced ones says so', async () => {
  const shop = await openOwn();
  const old = await activeMandate(testServer, officer, shop.payer);
  const { reference } = await shop.one(old);
  const sent = await testServer.outbox(shop.phoneNumber);
  const first = sent.flatMap(({ text }) => /\S+\/mandates\/\S+/.exec(text)?.[0] ?? [])[0] ?? '';
  const terms = { ...(await shop.payer.terms()), customerId: undefined };
  await shop.call(`${shop.mandates}/${old}/replace`, { ...terms, amount: 900_000 });
  const link = await shop.payer.link();
  assert.notEqual(link, first);
  const asked = await visitPage(testServer, link);
  assert.ok(asked.text.includes(`It takes the place of ${reference}`), asked.text);
  const declined = await visitPage(testServer, `${link}/decline`, { reason: 'Too much' });
  assert.ok(declined.text.includes(`${reference}, goes on until you stop it`), declined.text);
  assert.equal((await shop.one(old)).state, 'ACTIVE');
  await shop.approve(await shop.lower(old));
  assert.equal((await shop.one(old)).state, 'COMPLETED');
  const replaced = await visitPage(testServer, first);
  assert.match(replaced.text, /New terms have taken the place of these/);
});

test('a mandate that has not begun is suspended too, and begins on its day once that is lifted', async () => {
  const shop = await openOwn();
  const { today } = await readClock(operator);
  const start = addDays(today, 3);
  const id = await activeMandate(testServer, officer, shop.payer, { start });
  const state = async () => (await shop.one(id)).state;
  assert.equal(await state(), 'REGISTERED');
  assert.equal(await ofBank(id, 'suspend'), 'SUSPENDED');
  await move('WEEK');
  assert.equal(await state(), 'SUSPENDED');
  assert.equal(await ofBank(id, 'reinstate'), 'REGISTERED');
  await move('TOMORROW');
  assert.equal(await state(), 'ACTIVE');
});

test('instalments whose first days have passed begin later, and are still taken one a week', async () => {
  const shop = await openOwn();
  const amounts = [100_000, 100_000, 100_000, 100_000, 100_000, 100_000];
  const schedule = { kind: 'INSTALMENTS', every: 'WEEK', amounts };
  const { json } = await shop.payer.create({ schedule, amount: null });
  const link = await shop.payer.link();
  await visitPage(testServer, link, { ...(await payerAccount(testServer)), agreed: 'yes' });
  await visitPage(testServer, `${link}/code`, { code: await shop.payer.code() });
  await move('TOMORROW');
  const { today } = await readClock(await testServer.operator());
  await shop.approve(json.id);
  const { state, start, reason } = await shop.one(json.id);
  assert.equal(state, 'ACTIVE');
  assert.ok(start >= today && start < addDays(today, 7), `${start} is within a week of ${today}`);
  assert.equal(weekdayOf(start), weekdayOf(json.start));
  assert.match(reason, /^The instalments begin on /);
  for (let n = 0; n < 2; n += 1) await move('WEEK');
  const { content } = await shop.call(
    `${shop.mandates.replace('mandates', 'transactions')}?mandateId=${json.id}&sort=collectionDay`,
  );
  assert.ok(content.length >= 2, JSON.stringify(content));
  const due = content.map(({ dueDay }: { dueDay: string }) => dueDay);
  assert.deepEqual(
    due,
    due.map((_: string, n: number) => addDays(start, n * 7)),
  );
  const days = content.map(({ collectionDay }: { collectionDay: string }) => collectionDay);
  assert.equal(new Set(days).size, days.length, `${days}`);
});

test('an agreed mandate keeps its terms and is made active by nobody of its business', async () => {
  const shop = await openOwn();
  const { id } = await consentedMandate(testServer, shop.payer);
  const as = (statement: string) =>
    testServer.ctx.db.asTenant(shop.organizationId, (tx) =>
      sql.raw(`update mandates set ${statement} where id = '${id}'`).execute(tx),
    );
  for (const statement of [
    "state = 'ACTIVE'",
    "state = 'REGISTERED'",
    'max_per_debit = 9000000',
    "account_name = 'Somebody else'",
    'retries = 3',
  ])
    await assert.rejects(as(statement), /permission denied/, statement);
  assert.equal((await as('updated_at = now()')).numAffectedRows, 1n);
});

test('a debit by a mandate to which a consent carries over names the day of that consent', async () => {
  const shop = await openOwn();
  const old = await activeMandate(testServer, officer, shop.payer);
  const next = await shop.lower(old);
  const { ctx } = testServer;
  const locked = await ctx.db.asPlatform('test', (tx) => lockForSubmission(ctx, tx, [old, next]));
  const { today } = await readClock(officer);
  assert.deepEqual(
    [old, next].map((id) => locked.get(id)?.signedOn),
    [today, today],
  );
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import pg from 'pg';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { activeMandate, openBank, openShop, until } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { pollNotices } from './notices/debits-notice-results.ts';

let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
  operator = await testServer.operator();
});
after(() => testServer.close());

async function open() {
  const merchant = await openShop(testServer);
  const mandateId = await activeMandate(testServer, officer, merchant.payer);
  const path = merchant.mandates.replace('mandates', 'transactions');
  const body = { mandateId, reference: 'INV-1', amount: 100_000 };
  return {
    collect: () => merchant.client.call(path, { method: 'POST', body }),
    one: async (id: string) => (await merchant.client.call(`${path}/${id}`)).json,
    /** From now on the payer has this number alone. */
    reachedAt: async (phoneNumber: string) => {
      const { customerId } = await merchant.payer.terms();
      const customer = `${merchant.mandates.replace('/mandates', '/customers')}/${customerId}`;
      const { firstName, middleName, lastName, customerReferenceNumber } = (
        await merchant.client.call(customer)
      ).json;
      const names = { firstName, middleName, lastName, customerReferenceNumber };
      const changed = await merchant.client.call(customer, {
        method: 'PUT',
        body: { ...names, phoneNumber, email: null },
      });
      assert.equal(changed.status, 200, changed.text);
    },
    mandateId,
    ...merchant,
  };
}

test('a payer who can not be told of a debit holds up nobody, and the debit is given up', async () => {
  const silent = await open();
  const other = await open();
  await silent.reachedAt('0414 123456');
  const { id: untold } = (await silent.collect()).json;
  const { id: told } = (await other.collect()).json;
  await moveClock(operator, 'WEEK');
  assert.notEqual((await other.one(told)).state, 'PENDING');
  assert.deepEqual((await silent.one(untold)).noticeAt, null);
  await moveClock(operator, 'WEEK');
  const { state, failureReason } = await silent.one(untold);
  assert.deepEqual([state, failureReason], ['REJECTED', 'NO_NOTICE']);
});

test('a notice that was given up is written again, for a day with the notice that was agreed', async (t) => {
  const merchant = await open();
  await merchant.reachedAt('0414 123456');
  const { id, collectionDay } = (await merchant.collect()).json;
  await moveClock(operator, 'WEEK');
  await merchant.reachedAt('0772 765432');
  const db = new pg.Client({ connectionString: testServer.connectionString });
  await db.connect();
  t.after(() => db.end());
  await db.query(
    `insert into messages (id, channel, recipient, template, created_at, due_at, state)
     select notice_id, 'sms', '+256772765432', 'debit-announced', now(), now(), 'FAILED'
     from debits where id = $1`,
    [id],
  );
  await db.query(
    `insert into debit_notices (organization_id, debit_id, message_id, kind, channel, amount,
       collect_on, written_at, state)
     select organization_id, id, notice_id, 'ANNOUNCED', 'sms', amount, collect_on, created_at, 'QUEUED'
     from debits where id = $1`,
    [id],
  );
  await until(async () => (await merchant.one(id)).noticeAt);
  const told = await merchant.one(id);
  const { noticeDays } = (await merchant.client.call(`${merchant.mandates}/${merchant.mandateId}`))
    .json;
  const noticed = addDays(isoDay(new Date(told.noticeAt)), noticeDays);
  assert.ok(told.collectionDay >= noticed, `${told.collectionDay} is before ${noticed}`);
  assert.ok(told.collectionDay > collectionDay);
  const both = [
    ['SENT', told.collectionDay],
    ['FAILED', collectionDay],
  ];
  assert.deepEqual(
    told.notices.map(({ state, day }: Record<string, unknown>) => [state, day]),
    both,
  );
  const [{ text } = { text: '' }, ...more] = await testServer.outbox('+256772765432');
  assert.match(text, new RegExp(sayDay(told.collectionDay)));
  assert.equal(more.length, 0);
  await moveClock(operator, 'WEEK');
  const { state, failureReason } = await merchant.one(id);
  assert.notEqual(state, 'PENDING');
  assert.notEqual(failureReason, 'NO_NOTICE');
});

/** Makes so many copies of a debit whose payers can not be told. */
const COPIES = `
  insert into debits (id, organization_id, reference, mandate_id, series_id, customer_id,
    bank_id, due_on, collect_on, due_key, amount, currency, charge, excise_duty, net, origin, state,
    revision, retries_left, notice_id, created_at, updated_at)
  select overlay(id::text placing lpad(to_hex(n), 4, '0') from 33)::uuid, organization_id,
    overlay(reference placing translate(lpad(to_hex(n), 4, '0'), '01abcdef', 'GHABCDEF') from 10),
    mandate_id, series_id, customer_id, bank_id, due_on, collect_on, 'A:COPY-' || n, amount, currency,
    charge, excise_duty, net, origin, 'PENDING', 1, 0, uuidv7(), created_at, updated_at
  from debits cross join generate_series(1, $2::integer) n where id = $1`;

/** As if the gateway had not taken the notice of a debit yet, which names a day so many days earlier. */
const NOT_HANDED_OVER = `
  with unsent as (
    update debit_notices set state = 'QUEUED', sent_at = null, collect_on = collect_on - $2::integer
    where debit_id = $1)
  update debits set notified_at = null, due_on = due_on - $2::integer,
    collect_on = collect_on - $2::integer
  where id = $1 returning collect_on::text as named`;

test('payers who can not be told do not hold up those who were told after them', async (t) => {
  const merchant = await open();
  const { id: untold } = (await merchant.collect()).json;
  const other = await open();
  const { id } = (await other.collect()).json;
  const db = new pg.Client({ connectionString: testServer.connectionString });
  await db.connect();
  t.after(() => db.end());
  await until(async () => (await other.one(id)).noticeAt);
  await db.query(COPIES, [untold, 600]);
  await db.query(NOT_HANDED_OVER, [id, 0]);
  await pollNotices(testServer.ctx);
  assert.notEqual((await other.one(id)).noticeAt, null);
});

test('a payer whose notice the gateway takes late is told of the later day', async (t) => {
  const merchant = await open();
  const { id } = (await merchant.collect()).json;
  await until(async () => (await merchant.one(id)).noticeAt);
  const db = new pg.Client({ connectionString: testServer.connectionString });
  await db.connect();
  t.after(() => db.end());
  const { rows } = await db.query(NOT_HANDED_OVER, [id, 7]);
  await until(async () => (await merchant.one(id)).noticeAt);
  const { collectionDay, notices, noticeAt } = await merchant.one(id);
  assert.ok(collectionDay > rows[0].named);
  assert.deepEqual(
    notices.map(({ kind, day, sentAt }: Record<string, unknown>) => [kind, day, sentAt]),
    [
      ['MOVED', collectionDay, noticeAt],
      ['ANNOUNCED', rows[0].named, noticeAt],
    ],
  );
  const [{ text } = { text: '' }] = await testServer.outbox(merchant.phoneNumber);
  assert.ok(text.startsWith(`Our message about ${sayDay(rows[0].named)} came late: `), text);
  assert.ok(text.includes(` on ${sayDay(collectionDay)} instead.`), text);
});

test('debits that were announced are withdrawn when their bank is disabled, and announced again once it is enabled', async () => {
  const merchant = await open();
  const { id } = (await merchant.collect()).json;
  const told = () => until(async () => (await merchant.one(id)).noticeAt);
  await told();
  const { bank } = await merchant.one(id);
  const checker = await testServer.operator();
  const change = async (verb: 'disable' | 'enable') => {
    const asked = await operator.client.call(`/api/v1/operator/banks/${bank.id}/${verb}`, {
      method: 'PATCH',
      body: { reason: 'It has left the scheme' },
    });
    assert.equal(asked.status, 202, asked.text);
    const decided = await decideAbout(checker, bank.name, { decision: 'APPROVE' });
    assert.equal(decided.json.state, 'EXECUTED', decided.text);
  };
  await change('disable');
  await until(async () => (await merchant.one(id)).noticeWithdrawnAt);
  const { state, obstacle, noticeAt } = await merchant.one(id);
  assert.deepEqual([state, obstacle, noticeAt], ['PENDING', 'BANK_UNAVAILABLE', null]);
  await change('enable');
  await told();
  const again = await merchant.one(id);
  assert.equal(again.obstacle, null);
  assert.deepEqual(
    again.notices.map(({ kind }: { kind: string }) => kind),
    ['ANNOUNCED', 'WITHDRAWN', 'ANNOUNCED'],
  );
});

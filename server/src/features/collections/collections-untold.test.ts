import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { moveClock } from '#testing/setup/test-clock.ts';
import { activeMandate, openBank, openShop, until } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { pollNotices } from './collections-notices.ts';

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
    ...merchant,
  };
}

test('a payer who can not be told of a debit holds up nobody, and the debit is given up', async () => {
  const silent = await open();
  const other = await open();
  const { customerId } = await silent.payer.terms();
  const customer = `${silent.mandates.replace('/mandates', '/customers')}/${customerId}`;
  const { firstName, middleName, lastName, customerReferenceNumber } = (
    await silent.client.call(customer)
  ).json;
  const names = { firstName, middleName, lastName, customerReferenceNumber };
  const body = { ...names, phoneNumber: '0414 123456', email: null };
  const changed = await silent.client.call(customer, { method: 'PUT', body });
  assert.equal(changed.status, 200, changed.text);
  const { id: untold } = (await silent.collect()).json;
  const { id: told } = (await other.collect()).json;
  await moveClock(operator, 'WEEK');
  assert.notEqual((await other.one(told)).state, 'PENDING');
  assert.deepEqual((await silent.one(untold)).noticeAt, null);
  await moveClock(operator, 'WEEK');
  const { state, cause } = await silent.one(untold);
  assert.deepEqual([state, cause], ['REJECTED', 'NO_NOTICE']);
});

/** Makes so many copies of a debit, each with a message that could not be sent. */
const COPIES = `
  with copied as (
    insert into collections (id, organization_id, reference, mandate_id, series_id, customer_id,
      bank_id, due_on, collect_on, due_key, amount, currency, charge, excise_duty, net, origin, state,
      revision, retries_left, notice_id, created_at, updated_at)
    select overlay(id::text placing lpad(to_hex(n), 4, '0') from 33)::uuid, organization_id,
      overlay(reference placing translate(lpad(to_hex(n), 4, '0'), '01abcdef', 'GHABCDEF') from 10),
      mandate_id, series_id, customer_id, bank_id, due_on, collect_on, 'A:COPY-' || n, amount, currency,
      charge, excise_duty, net, origin, 'PENDING', 1, 0, uuidv7(), created_at, updated_at
    from collections cross join generate_series(1, $2::integer) n where id = $1
    returning notice_id, created_at)
  insert into messages (id, channel, recipient, template, created_at, state)
  select notice_id, 'sms', '+256772000001', 'debit-announced', created_at, 'FAILED' from copied`;

test('notices that could not be sent do not hold up those that were sent after them', async (t) => {
  const merchant = await open();
  const { id: failed } = (await merchant.collect()).json;
  const other = await open();
  const { id } = (await other.collect()).json;
  const db = new pg.Client({ connectionString: testServer.connectionString });
  await db.connect();
  t.after(() => db.end());
  await until(async () => (await other.one(id)).noticeAt);
  await db.query(COPIES, [failed, 600]);
  await db.query('update collections set told_at = null where id = $1', [id]);
  await pollNotices(testServer.ctx)();
  assert.notEqual((await other.one(id)).noticeAt, null);
});

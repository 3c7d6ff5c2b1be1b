import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { until } from '#testing/test-mandate.ts';
import { renameBusiness, submitChange } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { DAY, decideAbout, openShop, sendPayouts } from './payouts-test-calls.ts';

let testServer: TestServer;
let operator: TestPerson;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(async () => {
  try {
    await checkLedger(testServer);
  } finally {
    await testServer.close();
  }
});

const shop = (amount: number, daysAgo = 3) => openShop({ testServer, operator }, amount, daysAgo);
const sendAll = () => sendPayouts(testServer, operator);

test('a large payout waits until an operator releases it, or takes it back', async () => {
  const { balance, payOut, read, merchantId } = await shop(120_000_000);
  const small = (await payOut({ amount: 50_000_000 })).json;
  assert.equal(small.isWaiting, false);
  const first = (await payOut({ amount: 60_000_000 })).json;
  assert.equal(first.isWaiting, true);
  const path = `/api/v1/operator/merchants/${merchantId}/requests`;
  const asked = (await operator.client.call(path)).json;
  assert.deepEqual(
    asked.map(({ title }: { title: string }) => title),
    ['Large payout', 'New business'],
  );
  const sent = await sendAll();
  assert.deepEqual([sent.includes(first.id), sent.includes(small.id)], [false, true]);
  const released = await decideAbout(operator, first.reference, { decision: 'APPROVE' });
  assert.equal(released.status, 200, released.text);
  assert.ok((await sendAll()).includes(first.id));
  const other = await shop(60_000_000);
  const second = (await other.payOut()).json;
  const refused = { decision: 'REJECT', code: 'SUSPICIOUS', comment: 'Please call us' };
  assert.equal((await decideAbout(operator, second.reference, refused)).status, 200);
  const { state, reason } = await other.read(second.id);
  assert.deepEqual([state, (await other.balance()).balance], ['REJECTED', 60_000_000]);
  assert.match(reason, /Please call us/);
  assert.equal((await read(first.id)).state, 'SENT');
  assert.equal((await balance()).balance, 10_000_000);
});

test('what is paid on a day in parts waits as a whole would, also where the parts are made at once', async () => {
  const { payOut, list } = await shop(500_000_000);
  const amount = 20_000_000;
  const made = await Promise.all(Array.from({ length: 8 }, () => payOut({ amount })));
  assert.equal(made.filter(({ json }) => json.isWaiting).length, 6);
  // Rejected payouts do not count for the limit of the day.
  const { content } = await list();
  for (const { isWaiting, reference } of content)
    if (isWaiting) {
      const refused = { decision: 'REJECT', code: 'OTHER', comment: 'Too much' };
      const decided = await decideAbout(operator, reference, refused);
      assert.equal(decided.status, 200, decided.text);
    }
  assert.equal((await payOut({ amount: 10_000_000 })).json.isWaiting, false);
  assert.equal((await payOut({ amount: 10_000 })).json.isWaiting, true);
  await moveClock(operator, 'WEEK');
  assert.equal((await payOut({ amount: 50_000_000 })).json.isWaiting, false);
  assert.equal((await payOut({ amount: 10_000 })).json.isWaiting, true);
});

test('manual payouts are limited to a hundred an hour', async () => {
  const { payOut } = await shop(500_000_000);
  const made: number[] = [];
  while (made.length < 110) {
    const some = await Promise.all(Array.from({ length: 10 }, () => payOut({ amount: 10_000 })));
    made.push(...some.map(({ status }) => status));
  }
  const count = (status: number) => made.filter((one) => one === status).length;
  assert.deepEqual([count(201), count(429)], [100, 10]);
});

/** Changes the account of a business. Returns the message to its representative. */
async function changeAccount(
  { person, client, merchantId }: Awaited<ReturnType<typeof shop>>,
  accountNumber: string,
) {
  const { bankAccount } = (await client.call(`/api/v1/merchants/${merchantId}/profile`)).json;
  const account = { ...bankAccount, accountNumber };
  const sent = await submitChange(client, merchantId, { version: 1, bankAccount: account });
  assert.equal(sent.status, 201, sent.text);
  const { businessName } = person;
  assert.equal((await decideAbout(operator, businessName, { decision: 'APPROVE' })).status, 200);
  return until(async () =>
    (await testServer.outbox(person.email)).find(({ text }) =>
      text.includes('nothing is paid out'),
    ),
  );
}

const INBOX = '/api/v1/approval-requests';

/** The account in a request to release a payout, and a call that approves it. */
async function releaseOf(reference: string) {
  const { content } = (await operator.client.call(`${INBOX}?state=PENDING&size=100`)).json;
  const found = content.filter(({ title }: { title: string }) => title.includes(reference));
  assert.equal(found.length, 1, reference);
  const { id, snapshotHash, fields } = (await operator.client.call(`${INBOX}/${found[0].id}`)).json;
  const account = fields.find(({ key }: { key: string }) => key === 'account');
  const approve = () =>
    operator.client.call(`${INBOX}/${id}/decisions`, {
      method: 'POST',
      body: { snapshotHash, decision: 'APPROVE' },
    });
  return { account, approve };
}

test('the account that is read at the release is the one that is paid, also where it has changed', async () => {
  const business = await shop(130_000_000);
  const waiting = (await business.payOut({ amount: 60_000_000 })).json;
  const released = (await business.payOut({ amount: 70_000_000 })).json;
  assert.equal((await (await releaseOf(released.reference)).approve()).status, 200);
  const read = await releaseOf(waiting.reference);
  assert.deepEqual(read.account.value, '9030001234567');
  // The same last four digits.
  await changeAccount(business, '9030009994567');
  assert.equal((await read.approve()).status, 409, 'another account was read');
  await moveClock(operator, 'WEEK');
  for (const { id, reference } of [waiting, released]) {
    const { isWaiting, state, waitsFor } = await business.read(id);
    assert.deepEqual([isWaiting, state, waitsFor], [true, 'PENDING', 'RELEASE']);
    const { account, approve } = await releaseOf(reference);
    const { value, changed, before: old } = account;
    assert.deepEqual([value, changed, old], ['9030009994567', true, '9030001234567']);
    assert.equal((await approve()).status, 200);
  }
  const sent = await sendAll();
  assert.ok([waiting, released].every(({ id }) => sent.includes(id)));
});

test('a payout is released also where the business and its bank go by other names since', async () => {
  const business = await shop(60_000_000);
  const { reference } = (await business.payOut()).json;
  await renameBusiness(testServer, business);
  await testServer.ctx.db.asPlatform('test', (tx) =>
    sql`update banks set name = name || ' plc' where name = ${'Absa Bank Uganda'}`.execute(tx),
  );
  const { approve } = await releaseOf(reference);
  const decided = await approve();
  assert.equal(decided.status, 200, decided.text);
});

test('another account holds payouts for a day, and the representative is told', async () => {
  const business = await shop(300_000);
  const { balance, payOut } = business;
  const waiting = (await payOut({ amount: 100_000 })).json;
  assert.equal((await business.read(waiting.id)).waitsFor, null);
  const told = await changeAccount(business, '9030009999999');
  assert.equal((await business.read(waiting.id)).waitsFor, 'ACCOUNT_CHANGED');
  const { heldUntil, accountLastFour } = await balance();
  assert.equal(accountLastFour, '9999');
  const now = await businessNow(operator);
  assert.ok(Math.abs(Date.parse(heldUntil) - now.getTime() - DAY) < 60_000);
  assert.match((await payOut()).json.fields[0].message, /account has changed/);
  assert.equal((await sendAll()).includes(waiting.id), false);
  assert.doesNotMatch(told.text, /9030009999999|•/);
  await moveClock(operator, 'WEEK');
  assert.equal((await balance()).heldUntil, null);
  // It went out with a session of the week, once the account was a day old.
  const { client: viewer } = operator;
  const viewed = (await viewer.call(`/api/v1/payouts/${waiting.id}`)).json;
  assert.match(viewed.state, /^(SENT|PAID)$/);
  assert.equal(viewed.accountLastFour, '9999', 'it goes to the account that is confirmed by then');
});

test('a payout says what it waits for: the code of its bank, or that its business is active again', async () => {
  const business = await shop(300_000);
  await business.setTo({});
  const { id } = (await business.payOut({ amount: 100_000 })).json;
  const waitsFor = async () => {
    const [own, viewed] = [
      await business.read(id),
      (await operator.client.call(`/api/v1/payouts/${id}`)).json,
    ];
    assert.equal(own.waitsFor, viewed.waitsFor);
    return own.waitsFor;
  };
  assert.equal(await waitsFor(), null);
  const { bankAccount } = (await business.client.call(`${business.base}/profile`)).json;
  const bank = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('banks')
      .select(['bic', 'confirms_by', 'takes_direct_debits'])
      .where('id', '=', bankAccount.bankId)
      .executeTakeFirstOrThrow(),
  );
  const setBank = (set: typeof bank) =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      tx.updateTable('banks').set(set).where('id', '=', bankAccount.bankId).execute(),
    );
  await setBank({ bic: null, confirms_by: 'OFFICERS', takes_direct_debits: false });
  assert.equal(await waitsFor(), 'BANK_CODE');
  assert.equal((await sendAll()).includes(id), false);
  await setBank(bank);
  const change = (to: string) =>
    operator.client.call(`/api/v1/operator/merchants/${business.merchantId}/${to}`, {
      method: 'PATCH',
      body: { reason: 'Complaints of payers' },
    });
  assert.equal((await change('suspend')).status, 200);
  assert.equal((await operator.client.call(`/api/v1/payouts/${id}`)).json.waitsFor, 'NOT_ACTIVE');
  assert.equal((await change('reinstate')).status, 200);
  assert.ok((await sendAll()).includes(id));
  assert.equal(await waitsFor(), null);
});

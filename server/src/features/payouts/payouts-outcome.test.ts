import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { until } from '#testing/test-mandate.ts';
import { submitChange } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { bookPayout, bouncePayout, takePayoutStatus } from './payouts-sending.ts';
import { DAY, decideAbout, openShop, sendPayouts } from './payouts-test-calls.ts';

let testServer: TestServer;
let operator: TestPerson;
let checker: TestPerson;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
  checker = await testServer.operator();
});
after(async () => {
  await checkLedger(testServer);
  await testServer.close();
});

const shop = (amount: number, daysAgo = 3) => openShop({ testServer, operator }, amount, daysAgo);
const sendAll = () => sendPayouts(testServer, operator);
const asPlatform = <T>(work: Parameters<typeof testServer.ctx.db.asPlatform<T>>[1]) =>
  testServer.ctx.db.asPlatform('test', work);

test('a payout that the bank refuses is money of the business again, which is told why', async () => {
  const { person, balance, payOut, read } = await shop(300_000);
  const { id } = (await payOut()).json;
  await sendAll();
  const { ctx } = testServer;
  const at = await businessNow(operator);
  const answer = { status: 'REJECTED', code: 'AC04', reason: 'The account is closed' } as const;
  const take = () => asPlatform((tx) => takePayoutStatus(ctx, tx, id, answer, at));
  assert.deepEqual([await take(), await take()], ['TAKEN', 'REPEATED']);
  assert.equal((await balance()).available, 300_000);
  const { state, reason } = await read(id);
  assert.deepEqual([state, reason], ['REJECTED', 'The account is closed']);
  // The statement says otherwise: that needs a person, and books nothing.
  assert.equal(await asPlatform((tx) => bookPayout(tx, id, at)), 'CONTRADICTION');
  assert.equal((await balance()).available, 300_000);
  const told = await until(async () =>
    (await testServer.outbox(person.email)).find(({ text }) => text.includes('did not reach')),
  );
  assert.match(told.text, /USh 300,000[^]*account is closed/);
});

test('a payout that comes back after it was paid is money of the business again', async () => {
  const { balance, payOut, read } = await shop(300_000);
  const { id } = (await payOut()).json;
  await sendAll();
  const { ctx } = testServer;
  const at = await businessNow(operator);
  const answer = { code: 'AC04', reason: 'The account is closed', at };
  const bounce = () => asPlatform((tx) => bouncePayout(ctx, tx, id, answer));
  assert.equal(await bounce(), 'CONTRADICTION', 'it was not paid yet');
  await asPlatform((tx) => bookPayout(tx, id, at));
  assert.deepEqual([await bounce(), await bounce()], ['TAKEN', 'REPEATED']);
  assert.equal((await read(id)).state, 'BOUNCED');
  assert.equal((await balance()).balance, 300_000);
});

test('payouts that can not be sent keep no others waiting: of a suspended business, to a bank without a BIC', async () => {
  const [suspended, unreachable, sound] = [
    await shop(300_000),
    await shop(300_000),
    await shop(300_000),
  ];
  const made: string[] = [];
  for (const { payOut } of [suspended, unreachable, sound]) made.push((await payOut()).json.id);
  const path = `/api/v1/operator/merchants/${suspended.merchantId}/suspend`;
  const body = { reason: 'Fraud is suspected' };
  assert.equal((await operator.client.call(path, { method: 'PATCH', body })).status, 200);
  const bankId = (bic: string | null) =>
    sql`(select id from banks where bic is not distinct from ${bic} limit 1)`;
  const moveAccount = (bic: string | null) =>
    asPlatform((tx) =>
      sql`update merchant_bank_accounts set bank_id = ${bankId(bic)}
        where organization_id = ${unreachable.organizationId}`.execute(tx),
    );
  await moveAccount(null);
  assert.deepEqual(await sendPayouts(testServer, operator, 1), [made[2]]);
  assert.deepEqual(await sendPayouts(testServer, operator, 1), []);
  await moveAccount('SBICUGKX');
  assert.deepEqual(await sendPayouts(testServer, operator, 1), [made[1]]);
});

test('a large payout waits until an operator releases it, or takes it back', async () => {
  const { balance, payOut, read, merchantId } = await shop(120_000_000);
  const first = (await payOut({ amount: 60_000_000 })).json;
  assert.equal(first.isWaiting, true);
  const small = (await payOut({ amount: 50_000_000 })).json;
  assert.equal(small.isWaiting, false);
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

test('a payout without an answer is unknown, and two operators settle it; it is never sent again', async () => {
  const { client, base, balance, payOut, read, setTo } = await shop(300_000);
  await setTo({});
  const { id, reference } = (await payOut()).json;
  await sendAll();
  await moveClock(operator, 'WEEK');
  assert.equal((await read(id)).state, 'UNKNOWN');
  assert.equal((await sendAll()).includes(id), false);
  assert.deepEqual([(await balance()).balance, (await balance()).inTransit], [0, 300_000]);
  const path = `/api/v1/payouts/${id}/resolve`;
  const evidence = 'Stanbic, Ms Akello, by phone: the file was lost';
  const body = { outcome: 'REJECTED', evidence };
  assert.equal((await operator.client.call(path, { method: 'POST', body })).status, 202);
  const twice = await checker.client.call(path, { method: 'POST', body });
  assert.deepEqual([twice.status, twice.json.code], [409, 'REQUEST_PENDING']);
  const own = await decideAbout(operator, reference, { decision: 'APPROVE' });
  assert.equal(own.json.code, 'REQUEST_IS_YOURS');
  assert.equal((await decideAbout(checker, reference, { decision: 'APPROVE' })).status, 200);
  assert.equal((await read(id)).state, 'REJECTED');
  assert.equal((await balance()).balance, 300_000);
  const { content } = (await client.call(`${base}/payouts/${id}/events`)).json;
  assert.match(content[0].reason, /Ms Akello/);
  const late = await operator.client.call(path, { method: 'POST', body });
  assert.equal(late.json.code, 'PAYOUT_STATE');
});

/** The business is paid on another account from now on; as its representative is told. */
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

/** What an operator reads who is asked to release a payout. */
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
  await business.setTo({});
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
    const { isWaiting, state } = await business.read(id);
    assert.deepEqual([isWaiting, state], [true, 'PENDING']);
    const { account, approve } = await releaseOf(reference);
    const { value, changed, before: old } = account;
    assert.deepEqual([value, changed, old], ['9030009994567', true, '9030001234567']);
    assert.equal((await approve()).status, 200);
  }
  const sent = await sendAll();
  assert.ok([waiting, released].every(({ id }) => sent.includes(id)));
});

test('another account holds payouts for a day, and the representative is told', async () => {
  const business = await shop(300_000);
  const { balance, payOut } = business;
  await business.setTo({});
  const waiting = (await payOut({ amount: 100_000 })).json;
  const told = await changeAccount(business, '9030009999999');
  const { heldUntil, accountLastFour } = await balance();
  assert.equal(accountLastFour, '9999');
  const now = await businessNow(operator);
  assert.ok(Math.abs(Date.parse(heldUntil) - now.getTime() - DAY) < 60_000);
  assert.match((await payOut()).json.fields[0].message, /account has changed/);
  assert.equal((await sendAll()).includes(waiting.id), false);
  assert.ok(!told.text.includes('9999'));
  await moveClock(operator, 'WEEK');
  assert.equal((await balance()).heldUntil, null);
  // It went out with a session of the week, once the account was a day old.
  const { client: overseer } = operator;
  const overseen = (await overseer.call(`/api/v1/payouts/${waiting.id}`)).json;
  assert.match(overseen.state, /^(SENT|PAID)$/);
  assert.equal(
    overseen.accountLastFour,
    '9999',
    'it goes to the account that is confirmed by then',
  );
});

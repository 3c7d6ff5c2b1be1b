import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { returnFor, settleFor } from '#testing/setup/test-money.ts';
import { until } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { bookPayout, bouncePayout, takePayoutStatus } from './payouts-answers.ts';
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
  try {
    await checkLedger(testServer);
  } finally {
    await testServer.close();
  }
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
  const reason = 'The account is closed';
  const answer = { status: 'REJECTED', of: 'ITEM', code: 'AC04', reason } as const;
  const take = () => asPlatform((tx) => takePayoutStatus(ctx, tx, id, answer, at));
  assert.deepEqual([await take(), await take()], ['PROCESSED', 'REPEATED']);
  assert.equal((await balance()).available, 300_000);
  const refused = await read(id);
  assert.deepEqual([refused.state, refused.reason], ['REJECTED', reason]);
  const told = await until(async () =>
    (await testServer.outbox(person.email)).find(({ text }) => text.includes('did not reach')),
  );
  assert.match(told.text, /USh 300,000[^]*account is closed/);
  // The statement says otherwise: the money has gone.
  const book = () => asPlatform((tx) => bookPayout(tx, id, at));
  assert.deepEqual([await book(), await book()], ['PROCESSED', 'REPEATED']);
  assert.deepEqual([(await read(id)).state, (await balance()).balance], ['PAID', 0]);
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
  assert.deepEqual([await bounce(), await bounce()], ['PROCESSED', 'REPEATED']);
  assert.equal((await read(id)).state, 'BOUNCED');
  assert.equal((await balance()).balance, 300_000);
});

test('a payout of a suspended business does not go, and its money is in the balance again', async () => {
  const { person, merchantId, balance, payOut, read } = await shop(300_000);
  const { id } = (await payOut()).json;
  const path = `/api/v1/operator/merchants/${merchantId}/suspend`;
  const body = { reason: 'Fraud is suspected' };
  assert.equal((await operator.client.call(path, { method: 'PATCH', body })).status, 200);
  assert.equal((await sendAll()).includes(id), false);
  assert.equal((await read(id)).state, 'REJECTED');
  const { balance: owed, inTransit } = await balance();
  assert.deepEqual([owed, inTransit], [300_000, 0]);
  const told = await until(async () =>
    (await testServer.outbox(person.email)).find(({ text }) => text.includes('payout')),
  );
  assert.match(told.subject ?? '', /was not sent/);
  assert.match(told.text, /was not sent to the bank\.[^]*while the business is suspended/);
  assert.doesNotMatch(told.text, /did not (reach|arrive)/);
});

test('what came back before the cut-off is not paid out: the newest payouts do not go', async () => {
  const { organizationId, balance, payOut, read } = await shop(250_000);
  const at = await businessNow(operator);
  const sourceId = await settleFor(testServer, organizationId, 250_000, new Date(+at - 4 * DAY));
  const made: string[] = [];
  for (const amount of [200_000, 100_000, 150_000]) made.push((await payOut({ amount })).json.id);
  await returnFor(testServer, organizationId, { sourceId, amount: 251_150 }, at);
  assert.equal((await balance()).balance, -201_150);
  const sent = await sendAll();
  assert.deepEqual(
    made.filter((id) => sent.includes(id)),
    made.slice(0, 1),
  );
  const states = await Promise.all(made.map(read));
  assert.deepEqual(
    states.map(({ state }) => state),
    ['SENT', 'REJECTED', 'REJECTED'],
  );
  assert.match(states[1]?.reason ?? '', /no longer covers it/);
  assert.equal((await balance()).balance, 48_850);
});

test('payouts to an account that can not be decrypted keep no others waiting, and say so', async (t) => {
  const [unreadable, sound] = [await shop(300_000), await shop(300_000)];
  const made: string[] = [];
  for (const { payOut } of [unreadable, sound]) made.push((await payOut()).json.id);
  const { log } = testServer.ctx;
  const error = log.error.bind(log);
  t.after(() => (log.error = error));
  const errors: string[] = [];
  log.error = (_entry, message) => void errors.push(message);
  const { organizationId } = unreadable;
  const swap = (text: string) =>
    asPlatform((tx) =>
      sql`update merchant_bank_accounts set encrypted_account_number = ${text}
        where organization_id = ${organizationId}`.execute(tx),
    );
  const { encrypted } = await asPlatform((tx) =>
    tx
      .selectFrom('merchant_bank_accounts')
      .select('encrypted_account_number as encrypted')
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow(),
  );
  await swap(encrypted.replace(/.{12}$/, 'AAAAAAAAAAAA'));
  assert.deepEqual(await sendPayouts(testServer, operator, 1), [made[1]]);
  assert.match(errors[0] ?? '', /can not be decrypted/);
  const viewed = await operator.client.call(`/api/v1/payouts/${made[0]}`);
  assert.equal(viewed.json.waitsFor, 'ACCOUNT_UNREADABLE', viewed.text);
  await swap(encrypted);
  assert.deepEqual(await sendPayouts(testServer, operator, 1), [made[0]]);
});

test('payouts to a bank without a BIC keep no others waiting', async () => {
  const [unreachable, sound] = [await shop(300_000), await shop(300_000)];
  const made: string[] = [];
  for (const { payOut } of [unreachable, sound]) made.push((await payOut()).json.id);
  const bankId = (bic: string | null) =>
    sql`(select id from banks where bic is not distinct from ${bic} limit 1)`;
  const moveAccount = (bic: string | null) =>
    asPlatform((tx) =>
      sql`update merchant_bank_accounts set bank_id = ${bankId(bic)}
        where organization_id = ${unreachable.organizationId}`.execute(tx),
    );
  await moveAccount(null);
  assert.deepEqual(await sendPayouts(testServer, operator, 1), [made[1]]);
  assert.deepEqual(await sendPayouts(testServer, operator, 1), []);
  await moveAccount('SBICUGKX');
  assert.deepEqual(await sendPayouts(testServer, operator, 1), [made[0]]);
});

test('a payout without an answer is unknown, and two operators settle it; it is never sent again', async () => {
  const { person, client, base, balance, payOut, read } = await shop(300_000);
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
  // The business reads what it came to, and nothing of the evidence.
  const told = await until(async () =>
    (await testServer.outbox(person.email)).find(({ text }) => text.includes('did not reach')),
  );
  assert.match(told.text, /The bank has not carried it out/);
  const events = await client.call(`${base}/payouts/${id}/events`);
  for (const text of [told.text, events.text, JSON.stringify(await read(id))])
    assert.doesNotMatch(text, /Akello/);
  const { content } = (await operator.client.call(`/api/v1/payouts/${id}/events`)).json;
  const asked = content.filter(({ kind }: { kind: string }) => kind === 'SETTLEMENT_ASKED');
  assert.match(asked[0].reason, /Ms Akello/);
  const late = await operator.client.call(path, { method: 'POST', body });
  assert.equal(late.json.code, 'PAYOUT_STATE');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  APPROVE,
  correct,
  decide,
  openRequestOf,
} from '#features/approvals/approvals-test-calls.ts';
import { tablesWith } from '#testing/checks/database-search.ts';
import { submissionOf, submitChange, submitRegistration } from '#testing/test-merchant.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';

const FIRST = '774411223344';
const CORRECTED = '774455667788';
const CHANGED = '774499887766';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const audited = (action: string) =>
  testServer.ctx.db.asPlatform('test', (tx) =>
    tx.selectFrom('audit').selectAll().where('action', '=', action).execute(),
  );

test('no account number is in clear in the database, wherever the business went', async () => {
  const { client: checker } = await testServer.operator();
  const person = await testServer.merchant();
  const { client, businessName } = person;
  const merchant = await submissionOf(person);
  const [account] = merchant.bankAccounts;
  assert.ok(account);
  const withNumber = (accountNumber: string) => {
    return { ...merchant, bankAccounts: [{ ...account, accountNumber }] };
  };
  const repeated = { 'idempotency-key': 'one-registration' };
  await submitRegistration(client, withNumber(FIRST), {}, repeated);
  const { json } = await submitRegistration(client, withNumber(FIRST), {}, repeated);
  const read = () => openRequestOf(checker, businessName);
  await decide(checker, await read(), correct('accountNumber'));
  await submitRegistration(client, withNumber(CORRECTED));
  const corrected = (await read()).fields.find(({ key }) => key === 'accountNumber');
  assert.deepEqual([corrected?.before, corrected?.value], [FIRST, CORRECTED]);
  const approved = await decide(checker, await read(), APPROVE);
  assert.equal(approved.json.state, 'EXECUTED', approved.text);
  const { merchantId } = json;
  const bankAccount = { ...account, accountNumber: CHANGED };
  await submitChange(client, merchantId, { version: 1, bankAccount });
  await decide(checker, await read(), correct('accountName'));
  const kept = { ...bankAccount, accountNumber: undefined, accountName: 'Right Ltd' };
  const again = { version: 1, bankAccount: kept };
  await submitChange(client, merchantId, again);
  const changed = await decide(checker, await read(), APPROVE);
  assert.equal(changed.json.state, 'EXECUTED', changed.text);
  const look = { method: 'POST', headers: { 'idempotency-key': 'one-single-look' } } as const;
  const own = await client.call(`/api/v1/merchants/${merchantId}/account-number/reveal`, look);
  assert.equal(own.json.accountNumber, CHANGED);
  const address = `/api/v1/operator/merchants/${merchantId}/account-number/reveal`;
  const operators = await checker.call(address, { ...look, body: { reason: 'A payout' } });
  assert.equal(operators.json.accountNumber, CHANGED);
  assert.ok((await tablesWith(testServer, businessName)).includes('public.merchants'));
  for (const number of [FIRST, CORRECTED, CHANGED])
    assert.deepEqual(await tablesWith(testServer, number), []);
});

test('each look at a whole account number is on record, also one that is repeated', async () => {
  const person = await testServer.merchant();
  const { json } = await submitRegistration(person.client, await submissionOf(person));
  const earlier = (await audited('revealAccountNumber')).length;
  const look = { method: 'POST', headers: { 'idempotency-key': 'looked-at-twice' } } as const;
  const address = `/api/v1/merchants/${json.merchantId}`;
  for (let n = 0; n < 2; n += 1) {
    const { status, text } = await person.client.call(`${address}/account-number/reveal`, look);
    assert.equal(status, 200, text);
  }
  assert.equal((await audited('revealAccountNumber')).length, earlier + 2);
  await person.client.call(`${address}/registration`);
  const [read] = await audited('getRegistration');
  assert.deepEqual([read?.entity_id, read?.user_id], [json.merchantId, person.userId]);
});

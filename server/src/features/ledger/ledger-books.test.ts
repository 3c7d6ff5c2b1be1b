import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { businessNow } from '#testing/setup/test-clock.ts';
import { returnFor, settleFor } from '#testing/setup/test-money.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { recordClosingBalance } from './ledger-statements-store.ts';
import { payableOf } from './ledger-store.ts';

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

const LEDGER = '/api/v1/operator/ledger';
const ledger = async () => (await operator.client.call(LEDGER)).json;
const balanceOf = async (account: string): Promise<number> =>
  (await ledger()).accounts.find((one: { account: string }) => one.account === account).balance;

const ask = (body: object) =>
  operator.client.call(`${LEDGER}/adjustments`, {
    method: 'POST',
    body: { merchantId: null, reason: 'Receipt 4711', ...body },
  });

async function approve(requestId: string, by: TestPerson) {
  const path = `/api/v1/approval-requests/${requestId}`;
  const { snapshotHash } = (await by.client.call(path)).json;
  const body = { decision: 'APPROVE', snapshotHash };
  return by.client.call(`${path}/decisions`, { method: 'POST', body });
}

test('what happened outside is posted once a second operator has seen it', async () => {
  const { organizationId } = await testServer.merchant();
  await settleFor(testServer, organizationId, 300_000, await businessNow(operator));
  const balances = async () => [await balanceOf('SETTLEMENT_BANK'), await balanceOf('SUSPENSE')];
  const [bank = 0, suspense = 0] = await balances();
  const { status, json, text } = await ask({ kind: 'DUTY_REMITTED', amount: 100 });
  assert.equal(status, 202, text);
  assert.equal(await balanceOf('DUTY_PAYABLE'), 150);
  assert.equal((await approve(json.requestId, operator)).json.code, 'REQUEST_IS_YOURS');
  assert.equal((await approve(json.requestId, checker)).status, 200);
  assert.equal(await balanceOf('DUTY_PAYABLE'), 50);
  // The bank's own entry moves the bank account.
  assert.deepEqual(await balances(), [bank, suspense + 100]);
  const more = await ask({ kind: 'DUTY_REMITTED', amount: 51 });
  assert.deepEqual([more.status, more.json.fields[0].field], [400, 'amount']);
  // Two withdrawals, and the balance is enough for one.
  const first = (await ask({ kind: 'INCOME_WITHDRAWN', amount: 700 })).json.requestId;
  const second = (await ask({ kind: 'INCOME_WITHDRAWN', amount: 700 })).json.requestId;
  await approve(first, checker);
  await approve(second, checker);
  assert.equal(await balanceOf('CHARGES_INCOME'), 300);
});

test('what a merchant owes is written off, and no more', async () => {
  const { person, merchantId } = await activeMerchant(testServer);
  const { organizationId } = person;
  const at = await businessNow(operator);
  const { db, ids } = testServer.ctx;
  const owed = () => db.asPlatform('test', (tx) => payableOf(tx, organizationId));
  await returnFor(testServer, organizationId, { sourceId: ids.uuid(at), amount: 5000 }, at);
  assert.equal(await owed(), -5000);
  const writeOff = { kind: 'WRITE_OFF', amount: 5000, merchantId };
  assert.equal((await ask({ ...writeOff, merchantId: null })).json.fields[0].field, 'merchantId');
  assert.equal((await ask({ ...writeOff, amount: 5001 })).json.fields[0].field, 'amount');
  // Four requests that are approved at once write the debt off once.
  const requests: string[] = [];
  while (requests.length < 4) requests.push((await ask(writeOff)).json.requestId);
  const answers = await Promise.all(requests.map((id) => approve(id, checker)));
  const states = answers.map(({ json }) => json.state);
  const count = (state: string) => states.filter((one) => one === state).length;
  assert.deepEqual([count('EXECUTED'), count('EXECUTION_FAILED')], [1, 3]);
  assert.equal(await owed(), 0);
  const { content } = (await person.client.call(`/api/v1/merchants/${merchantId}/billing-months`))
    .json;
  assert.equal(content[0].other, 5000);
});

test('a statement of the bank is compared with the ledger, item by item', async () => {
  const at = await businessNow(operator);
  const day = isoDay(at);
  const balance = await balanceOf('SETTLEMENT_BANK');
  const openItems = [{ reference: 'FEE-1', amount: -2500, explanation: 'Fees of the bank' }];
  const record = (closing: number) =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      recordClosingBalance(tx, {
        account: 'SETTLEMENT_BANK',
        day,
        opening: null,
        closing,
        openItems,
        at,
      }),
    );
  assert.equal(await record(balance - 2500), 0);
  assert.equal(await record(balance - 2000), 500);
  const { statements } = await ledger();
  assert.deepEqual(statements, [
    { day, closing: balance - 2000, ledgerBalance: balance, openItems, difference: 500 },
  ]);
});

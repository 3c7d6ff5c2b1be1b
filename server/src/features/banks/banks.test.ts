import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { submissionOf, submitRegistration } from '#testing/test-merchant.ts';
import { joinBank } from './banks-store.ts';
import { closeBank } from '#testing/setup/test-banks.ts';

const HALF_A_MINUTE = 30_000;

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

async function banks(): Promise<{ id: string; name: string }[]> {
  const { status, json } = await testServer.stranger().call('/api/v1/banks');
  assert.equal(status, 200);
  return json;
}

test('anybody can list the banks that take direct debits, by name', async () => {
  const list = await banks();
  assert.equal(list.length, 15);
  assert.equal(list[0]?.name, 'Absa Bank Uganda');
  assert.ok(list.every((bank) => Object.keys(bank).toSorted().join() === 'id,name'));
  const names = list.map(({ name }) => name.toLowerCase());
  assert.deepEqual(
    names,
    names.toSorted((one, other) => (one < other ? -1 : 1)),
  );
  assert.ok(!names.some((name) => /opportunity|abc|guaranty/.test(name)), 'Tier II');
});

test('a bank that closes leaves the list within half a minute, and is refused at once', async () => {
  const [, , bank] = await banks();
  assert.ok(bank);
  const close = (lastDay: string | null) => closeBank(testServer, bank.id, lastDay);
  const listed = async () => (await banks()).some(({ id }) => id === bank.id);
  const person = await testServer.merchant();
  const merchant = await submissionOf(person);
  const [account] = merchant.bankAccounts;
  assert.ok(account);
  const own = { ...merchant, bankAccounts: [{ ...account, bankId: bank.id }] };
  await close('2025-12-31');
  const refused = await submitRegistration(person.client, own);
  assert.equal(refused.status, 422);
  assert.equal(refused.json.code, 'BANK_UNKNOWN');
  assert.equal(refused.json.fields[0].field, 'bankAccounts.0.bankId');
  testServer.clock.advance(HALF_A_MINUTE);
  assert.equal(await listed(), false);
  await close(null);
  testServer.clock.advance(HALF_A_MINUTE);
  assert.equal(await listed(), true);
  assert.equal((await submitRegistration(person.client, own)).status, 201);
});

test('a bank closes at the end of its last day in Kampala', async () => {
  const [bank] = await banks();
  assert.ok(bank);
  const kampala = new Date(testServer.clock.now().getTime() + 3 * 60 * 60 * 1000);
  const today = kampala.toISOString().slice(0, 10);
  await closeBank(testServer, bank.id, today);
  testServer.clock.advance(HALF_A_MINUTE);
  const untilMidnight = 24 * 60 * 60 * 1000 - (kampala.getTime() % (24 * 60 * 60 * 1000));
  if (untilMidnight > 2 * HALF_A_MINUTE)
    assert.ok((await banks()).some(({ id }) => id === bank.id));
  testServer.clock.advance(untilMidnight);
  assert.ok(!(await banks()).some(({ id }) => id === bank.id));
});

test('a bank’s people see their own bank, and no other organization’s', async () => {
  const [officer, other] = [await testServer.banker(), await testServer.banker()];
  const address = (organizationId: string) => `/api/v1/banks/organization-id/${organizationId}`;
  const own = () => officer.client.call(address(officer.organizationId));
  assert.equal((await own()).status, 404, 'the organization is no bank of the list yet');
  const { organizationId } = officer;
  await testServer.ctx.db.asPlatform('test', (tx) =>
    joinBank(tx, { bic: 'SBICUGKX', organizationId, logoFileId: null }),
  );
  const { status, json } = await own();
  assert.equal(status, 200);
  assert.deepEqual(
    { ...json, id: null },
    { id: null, name: 'Stanbic Bank Uganda', logoUrl: null, organizationId },
  );
  assert.equal((await other.client.call(address(organizationId))).status, 404);
  assert.equal((await officer.client.call(address(other.organizationId))).status, 404);
  assert.equal((await officer.client.call(address('x'))).status, 404);
});

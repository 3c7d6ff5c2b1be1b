import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { APPROVE, correct, decide } from '#features/approvals/approvals-test-calls.ts';
import { createPolicy } from '#testing/setup/test-policies.ts';
import { setSetting } from '#features/settings/settings-store.ts';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD_HASH,
  type TestPerson,
} from '#testing/test-server.ts';
import { until } from '#testing/test-mandate.ts';
import { submissionOf, submitChange, submitRegistration } from '#testing/test-merchant.ts';
import {
  activeBusiness,
  type Business,
  latestChange,
  profileOf,
  requestOf,
  send,
  takeBack,
} from './merchant-changes-test-calls.ts';

let testServer: TestServer;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(() => testServer.close());

async function colleagueOf({ person }: Business, permissions?: []): Promise<TestPerson> {
  const email = `colleague-${person.email}`;
  const command = { email, firstName: 'Colin', lastName: 'League', phone: null };
  await testServer.ctx.db.asPlatform('test', (tx) =>
    createAccount(testServer.ctx, tx, {
      ...command,
      domain: 'MERCHANT',
      organization: { id: person.organizationId },
      passwordHash: TEST_PASSWORD_HASH,
      ...(permissions && { permissions }),
    }),
  );
  return { ...person, email, client: await testServer.signIn('MERCHANT', email) };
}

test('of two changes sent at the same moment one waits and the other is refused', async () => {
  const business = await activeBusiness(testServer);
  const colleague = { ...business, client: (await colleagueOf(business)).client };
  const answers = await Promise.all([
    send(business, { taxNumber: '1999999999' }),
    send(colleague, { taxNumber: '1888888888' }),
  ]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 409]));
  assert.equal(answers.find(({ status }) => status === 409)?.json.code, 'CHANGE_PENDING');
});

for (const round of [1, 2, 3, 4]) {
  test(`a decision and a withdrawal at the same moment leave one of both (${round})`, async () => {
    const business = await activeBusiness(testServer);
    const { json } = await send(business, { taxNumber: '1999999999' });
    const read = await requestOf(operator.client, business);
    const decision = round % 2 === 0 ? APPROVE : correct('taxNumber');
    const [decided, taken] = await Promise.all([
      decide(operator.client, read, decision),
      takeBack(business, json.id),
    ]);
    const { state } = await latestChange(business);
    const won = decided.status === 200;
    // After a request for correction a change can still be withdrawn: that is another transition.
    const expected =
      !won || taken.status === 204 ? 'WITHDRAWN' : round % 2 === 0 ? 'APPLIED' : 'ACTION_REQUIRED';
    assert.equal(state, expected);
    for (const { status, json: said } of [decided, taken])
      assert.ok(status < 300 || said.code === 'REQUEST_NOT_PENDING', said?.code);
    if (round % 2 === 0) assert.notEqual(won, taken.status === 204);
    const { taxNumber } = await profileOf(business);
    assert.equal(taxNumber === '1999999999', state === 'APPLIED');
  });
}

test('a change made from older data is refused', async () => {
  const business = await activeBusiness(testServer);
  await send(business, { taxNumber: '1999999999' });
  await decide(operator.client, await requestOf(operator.client, business), APPROVE);
  const { client, merchantId } = business;
  const stale = await submitChange(client, merchantId, { version: 1, taxNumber: '1777777777' });
  assert.deepEqual([stale.status, stale.json.code], [409, 'DETAILS_CHANGED']);
});

test('a change of nothing, and a bank without its number, are refused by name', async () => {
  const business = await activeBusiness(testServer);
  const { taxNumber, bankAccount } = await profileOf(business);
  const nothing = await send(business, { taxNumber });
  assert.deepEqual([nothing.status, nothing.json.code], [422, 'NOTHING_CHANGED']);
  const banks = (await business.client.call('/api/v1/banks')).json;
  const moved = { ...bankAccount, bankId: banks[1].id };
  const numberless = await send(business, { bankAccount: moved });
  assert.equal(numberless.json.code, 'INPUT_INVALID');
  assert.equal(numberless.json.fields[0].field, 'bankAccount.accountNumber');
  const nowhere = { ...bankAccount, bankId: business.merchantId, accountNumber: '123456789' };
  const unknown = await send(business, { bankAccount: nowhere });
  assert.equal(unknown.json.code, 'BANK_UNKNOWN');
  assert.equal(unknown.json.fields[0].field, 'bankAccount.bankId');
  assert.equal(await latestChange(business), null);
});

test('a business that is not active yet changes nothing', async () => {
  const person = await testServer.merchant();
  const { json } = await submitRegistration(person.client, await submissionOf(person));
  const { merchantId }: { merchantId: string } = json;
  const answer = await submitChange(person.client, merchantId, {
    version: 1,
    taxNumber: '1999999999',
  });
  assert.equal(answer.json.code, 'MERCHANT_NOT_ACTIVE');
});

test('a colleague without the permission reads, and neither reveals nor changes', async () => {
  const business = await activeBusiness(testServer);
  const sent = await send(business, { taxNumber: '1999999999' });
  const { client } = await colleagueOf(business, []);
  const reader = { ...business, client };
  assert.equal((await profileOf(reader)).bankAccount.maskedNumber, '•••• 4567');
  assert.equal((await latestChange(reader)).fields[0]?.after, '1999999999');
  const { address } = business;
  for (const path of ['account-number/reveal', `changes/${sent.json.id}/withdrawal`])
    assert.equal((await client.call(`${address}/${path}`, { method: 'POST' })).status, 404, path);
  assert.equal((await send(reader, { taxNumber: '1888888888' })).status, 404);
  assert.equal((await client.call(`${address}/registration`)).status, 404, 'no back door');
});

test('what was sent for correction can not be read whole once the business is active', async () => {
  const { client, address } = await activeBusiness(testServer);
  assert.equal((await client.call(`${address}/registration`)).status, 404);
});

test('account numbers are whole for those who check them, and nowhere else', async () => {
  const business = await activeBusiness(testServer);
  const account = (await profileOf(business)).bankAccount;
  const number = '014000777888';
  await send(business, { bankAccount: { ...account, accountNumber: number } });
  const read = await requestOf(operator.client, business);
  assert.ok(JSON.stringify(read.fields).includes(number));
  assert.ok(!JSON.stringify(await latestChange(business)).includes(number));
  await decide(operator.client, read, APPROVE);
  const { rows } = await testServer.ctx.db.asPlatform('test', (tx) =>
    sql<{ text: string }>`select coalesce(changes::text, '') as text from audit
      union all select payload::text from domain_events union all select coalesce(body, '') from messages`.execute(
      tx,
    ),
  );
  for (const { text } of rows) assert.doesNotMatch(text, /014000777888|9030001234567/);
  assert.ok(rows.some(({ text }) => text.includes('•••• 7888')));
});

test('each look at the whole account number is on record, and looks are limited', async () => {
  const business = await activeBusiness(testServer);
  const look = () =>
    business.client.call(`${business.address}/account-number/reveal`, { method: 'POST' });
  for (let n = 0; n < 20; n += 1) assert.equal((await look()).json.accountNumber, '9030001234567');
  assert.equal((await look()).json.code, 'TOO_MANY_REQUESTS');
  const looks = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('audit')
      .select('user_id')
      .where('action', '=', 'revealAccountNumber')
      .where('entity_id', '=', business.merchantId)
      .execute(),
  );
  assert.deepEqual(new Set(looks.map(({ user_id: id }) => id)), new Set([business.person.userId]));
  assert.equal(looks.length, 20);
});

test('an approved new name becomes the name of the organization, in tokens too', async () => {
  const business = await activeBusiness(testServer);
  const { person } = business;
  const name = `${person.businessName} Renamed`;
  await send(business, { businessName: name });
  await decide(operator.client, await requestOf(operator.client, business), APPROVE);
  const nameOf = () =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      tx
        .selectFrom('organizations')
        .select('name')
        .where('id', '=', person.organizationId)
        .executeTakeFirstOrThrow(),
    );
  await until(async () => (await nameOf()).name === name);
  const client = await testServer.signIn('MERCHANT', person.email);
  const { json } = await client.call('/identity/api/v1/users/currentuser');
  assert.deepEqual(json.attributes.businessName, [name]);
});

test('a bank sees changes only where the workflow puts them before it', async () => {
  const officer = await testServer.banker();
  const inForce = (value: string | null) =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      setSetting(tx, { name: 'MERCHANT_CHANGE_POLICY_ID', value, at: testServer.clock.now() }),
    );
  const business = await activeBusiness(testServer);
  await send(business, { taxNumber: '1999999999' });
  await assert.rejects(requestOf(officer.client, business), /not in the inbox/);
  const policy = await testServer.ctx.db.asPlatform('test', (tx) =>
    createPolicy(testServer.ctx, tx, {
      name: 'The bank',
      action: 'MERCHANT_CHANGE',
      expiresAfterDays: 7,
      checkers: { domain: 'BANK', organizationId: officer.organizationId },
      steps: [{ name: 'Bank', approvalsNeeded: 1 }],
    }),
  );
  await inForce(policy);
  const other = await activeBusiness(testServer);
  await send(other, { taxNumber: '1999999999' });
  const read = await requestOf(officer.client, other);
  assert.equal((await decide(officer.client, read, APPROVE)).json.state, 'EXECUTED');
  assert.equal((await profileOf(other)).taxNumber, '1999999999');
  await inForce(null);
});

test('a maker does not check their own change', async () => {
  const business = await activeBusiness(testServer);
  await send(business, { taxNumber: '1999999999' });
  const { id } = await requestOf(operator.client, business);
  // No call makes somebody the maker of a request that they check: only the owner of the tables can.
  const owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
  await owner.query('update approval_requests set maker_id = $1 where id = $2', [
    operator.userId,
    id,
  ]);
  await owner.end();
  const read = await requestOf(operator.client, business);
  assert.equal((await decide(operator.client, read, APPROVE)).json.code, 'REQUEST_IS_YOURS');
});

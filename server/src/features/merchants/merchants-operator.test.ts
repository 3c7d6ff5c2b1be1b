import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { readState, waitingBusiness } from '#features/approvals/approvals-test-calls.ts';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';
import { activeMerchant, submitChange, TEST_CUSTOMER } from '#testing/test-merchant.ts';

const MERCHANTS = '/api/v1/operator/merchants';
const REASON = 'Customers complain of debits that they did not agree to';

let testServer: TestServer;
let operator: TestPerson;
let active: Awaited<ReturnType<typeof activeMerchant>>;
let waiting: Awaited<ReturnType<typeof waitingBusiness>>;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
  active = await activeMerchant(testServer);
  waiting = await waitingBusiness(testServer);
});
after(() => testServer.close());

const list = async (query: Record<string, string>) => {
  const { client } = operator;
  const { status, json, text } = await client.call(
    `${MERCHANTS}?${new URLSearchParams(query).toString()}`,
  );
  assert.equal(status, 200, text);
  const names: string[] = json.content.map(
    ({ businessName }: { businessName: string }) => businessName,
  );
  return { names, json };
};

const act = (id: string, what: string, reason?: string) =>
  operator.client.call(`${MERCHANTS}/${id}/${what}`, { method: 'PATCH', body: { reason } });

const read = async (address: string) => {
  const { status, json, text } = await operator.client.call(address);
  assert.equal(status, 200, text);
  return json;
};

test('an operator lists the merchants of all organizations, with counts by state', async () => {
  const { names, json } = await list({});
  assert.deepEqual(names, [waiting.person.businessName, active.person.businessName]);
  assert.deepEqual([json.counts.ACTIVE, json.counts.PENDING_APPROVAL], [1, 1]);
  assert.deepEqual((await list({ state: 'ACTIVE' })).names, [active.person.businessName]);
  const [first] = json.content;
  assert.equal(first.representativeEmail, waiting.person.email);
  assert.notEqual(first.bankName, '');
  const byName = (await list({ sort: 'name' })).names;
  assert.deepEqual((await list({ sort: '-name' })).names, byName.toReversed());
});

test('merchants are found by name, numbers and email, and filtered', async () => {
  const { businessName, email } = waiting.person;
  const lastWord = businessName.split(' ').at(-1) ?? '';
  assert.ok((await list({ search: lastWord })).names.includes(businessName));
  assert.deepEqual((await list({ search: email })).names, [businessName]);
  assert.equal((await list({ search: '1000123' })).names.length, 2);
  assert.equal((await list({ search: '8002000123' })).names.length, 2);
  assert.equal((await list({ search: 'nobody' })).names.length, 0);
  assert.equal((await list({ industry: 'Retail' })).names.length, 2);
  assert.equal((await list({ industry: 'Construction' })).names.length, 0);
  const bank = waiting.merchant.bankAccounts[0]?.bankId ?? '';
  assert.equal((await list({ bank })).names.length, 2);
  assert.equal((await list({ bank: active.merchantId })).names.length, 0);
  const today = isoDay(testServer.clock.now());
  assert.equal((await list({ submittedFrom: today, submittedTo: today })).names.length, 2);
  assert.equal((await list({ submittedTo: '2020-01-01' })).names.length, 0);
});

test('the list is exported, which is on record', async () => {
  const { status, text } = await operator.client.call(
    `${MERCHANTS}/export?search=${active.person.email}`,
  );
  assert.equal(status, 200, text);
  assert.match(text, new RegExp(`${active.person.businessName}.*1000123456`));
  assert.ok(!text.includes(waiting.person.email));
  const rows = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx.selectFrom('audit').select('id').where('action', '=', 'exportMerchants').execute(),
  );
  assert.equal(rows.length, 1);
});

test('nobody but an operator gets to them', async () => {
  const banker = await testServer.person('BANK');
  for (const { client } of [active.person, banker]) {
    assert.equal((await client.call(MERCHANTS)).status, 403);
    const address = `${MERCHANTS}/${active.merchantId}`;
    assert.equal((await client.call(address)).status, 403);
    const body = { reason: REASON };
    assert.equal((await client.call(`${address}/suspend`, { method: 'PATCH', body })).status, 403);
  }
});

test('a merchant is read with its requests and users, and its account number masked', async () => {
  const address = `${MERCHANTS}/${active.merchantId}`;
  const merchant = await read(address);
  assert.equal(merchant.businessName, active.person.businessName);
  assert.equal(merchant.bankAccount.maskedNumber, '•••• 4567');
  assert.ok(!JSON.stringify(merchant).includes('9030001234567'));
  const logo = await operator.client.call(merchant.logo.url);
  assert.equal(logo.status, 200);
  const [request] = await read(`${address}/requests`);
  assert.deepEqual([request.id, request.state], [active.requestId, 'EXECUTED']);
  const users = await read(`/api/v1/operator/organizations/${merchant.organizationId}/users`);
  assert.deepEqual(Object.keys(users[0]).toSorted(), [
    'createdAt',
    'disabledAt',
    'email',
    'id',
    'name',
  ]);
  assert.equal(users[0].email, active.person.email);
});

test('the whole account number is shown for a reason, and the look is on record', async () => {
  const address = `${MERCHANTS}/${active.merchantId}`;
  const reveal = (body: object) =>
    operator.client.call(`${address}/account-number/reveal`, { method: 'POST', body });
  assert.equal((await reveal({})).status, 400);
  const { json } = await reveal({ reason: 'A payout came back' });
  assert.equal(json.accountNumber, '9030001234567');
  const [event] = (await read(`${address}/events`)).content;
  assert.deepEqual([event.kind, event.reason], ['ACCOUNT_REVEALED', 'A payout came back']);
  const own = await active.person.client.call(`/api/v1/merchants/${active.merchantId}/events`);
  assert.ok(!own.text.includes('A payout came back'));
});

test('a suspended merchant reads the reason, changes nothing, and works again when reinstated', async () => {
  const { person, merchantId } = await activeMerchant(testServer);
  assert.equal((await act(merchantId, 'suspend')).status, 400);
  const suspended = await act(merchantId, 'suspend', REASON);
  assert.deepEqual([suspended.status, suspended.json.merchantState], [200, 'SUSPENDED']);
  assert.equal((await readState(person)).merchantState, 'SUSPENDED');
  assert.equal((await readState(person)).review.reason, REASON);
  const told = (await testServer.outbox(person.email)).find(({ text }) => text.includes(REASON));
  assert.match(told?.subject ?? '', /is suspended$/);
  const customers = `/api/v1/merchants/${merchantId}/customers`;
  const add = () => person.client.call(customers, { method: 'POST', body: TEST_CUSTOMER });
  const upload = () => {
    const body = new FormData();
    body.set('file', new File(['Surname,Phone\nNakato,0772123456\n'], 'customers.csv'));
    return person.client.call(`${customers}/bulk`, { method: 'POST', body });
  };
  const change = () =>
    submitChange(person.client, merchantId, { version: 1, taxNumber: '1999999999' });
  for (const write of [add, upload, change])
    assert.equal((await write()).json.code, 'MERCHANT_NOT_ACTIVE');
  assert.equal((await person.client.call(customers)).status, 200);
  const again = await act(merchantId, 'suspend', REASON);
  assert.deepEqual([again.status, again.json.code], [409, 'MERCHANT_MOVED_ON']);
  const reinstated = await act(merchantId, 'reinstate', 'It was a misunderstanding');
  assert.deepEqual([reinstated.json.merchantState, reinstated.json.review], ['ACTIVE', null]);
  assert.equal((await act(merchantId, 'reinstate', 'Once more')).json.code, 'MERCHANT_MOVED_ON');
  assert.deepEqual([(await add()).status, (await upload()).status], [201, 202]);
  const subjects = (await testServer.outbox(person.email)).map(({ subject }) => subject);
  assert.ok(subjects.includes(`${person.businessName} is active again`));
  const { content } = await read(`${MERCHANTS}/${merchantId}/events`);
  assert.deepEqual(
    content.slice(0, 2).map(({ to, reason }: { to: string; reason: string }) => [to, reason]),
    [
      ['ACTIVE', 'It was a misunderstanding'],
      ['SUSPENDED', REASON],
    ],
  );
});

test('suspended twice at the same moment, a merchant is suspended once', async () => {
  const { merchantId } = await activeMerchant(testServer);
  const answers = await Promise.all([1, 2, 3].map(() => act(merchantId, 'suspend', REASON)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  );
});

test('a business in review can not be suspended', async () => {
  const { json } = await act(waiting.merchantId, 'suspend', REASON);
  assert.equal(json.code, 'MERCHANT_MOVED_ON');
});

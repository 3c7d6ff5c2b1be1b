import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';
import { submissionOf, submitRegistration } from '#testing/test-merchant.ts';
import { APPROVE, correct, decide, openRequestOf } from './approvals-test-calls.ts';

let testServer: TestServer;
let operator: TestPerson;

/** Businesses with these names, in this order of submission. */
const NAMES = ['Alpha 100% Juice', 'Beta_Shop', 'BetaXShop', 'Gamma \\ Sons', 'Delta Mills'];

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
  for (const businessName of NAMES) {
    const person = await testServer.merchant();
    const merchant = { ...(await submissionOf(person)), businessName };
    assert.equal((await submitRegistration(person.client, merchant)).status, 201);
  }
  const { client } = operator;
  await decide(client, await openRequestOf(client, 'Delta Mills'), APPROVE);
  await decide(client, await openRequestOf(client, 'Alpha'), correct('city'));
});
after(() => testServer.close());

async function list(query: string) {
  const { status, json } = await operator.client.call(`/api/v1/approval-requests?${query}`);
  assert.equal(status, 200);
  const titles: string[] = json.content.map(({ title }: { title: string }) => title);
  return { titles, json };
}

test('the inbox is newest first, in pages, with counts by state', async () => {
  const { titles, json } = await list('size=2');
  assert.deepEqual(titles, ['Delta Mills', 'Gamma \\ Sons']);
  assert.deepEqual([json.page, json.size, json.totalElements, json.totalPages], [0, 2, 5, 3]);
  const { PENDING, EXECUTED, REJECTED, APPROVED } = json.counts;
  assert.deepEqual([PENDING, EXECUTED, REJECTED, APPROVED], [3, 1, 1, 0]);
  assert.deepEqual((await list('size=2&page=2')).titles, ['Alpha 100% Juice']);
  assert.equal((await list('sort=createdAt')).titles[0], 'Alpha 100% Juice');
  const beyond = await list('page=9');
  assert.deepEqual([beyond.titles, beyond.json.totalElements], [[], 5]);
});

test('a state narrows the list and its totals, and leaves the counts', async () => {
  const { titles, json } = await list('state=PENDING');
  assert.deepEqual(titles, ['Gamma \\ Sons', 'BetaXShop', 'Beta_Shop']);
  assert.equal(json.totalElements, 3);
  assert.equal(json.counts.EXECUTED, 1);
  assert.equal((await list('action=MERCHANT_REGISTRATION')).json.totalElements, 5);
  assert.equal((await list('action=MERCHANT_CHANGE')).json.totalElements, 0);
});

test('a search finds the beginning of each word of title and maker, as it is written, in any case', async () => {
  const cases: [string, string[]][] = [
    ['beta_shop', ['Beta_Shop']],
    ['100%', ['Alpha 100% Juice']],
    ['%', []],
    ['\\', ['Gamma \\ Sons']],
    ['BETA', ['BetaXShop', 'Beta_Shop']],
    ['juice', ['Alpha 100% Juice']],
    ['uice', []],
    ['nobody of that name', []],
  ];
  for (const [search, expected] of cases) {
    const { titles, json } = await list(`search=${encodeURIComponent(search)}`);
    assert.deepEqual(titles, expected, search);
    assert.equal(json.totalElements, expected.length, search);
    assert.equal(json.counts.PENDING, 3, 'a search leaves the counts');
  }
  assert.equal((await list('search=test%20person')).titles.length, NAMES.length);
});

test('a query that makes no sense is refused by name', async () => {
  for (const query of ['size=0', 'size=101', 'page=-1', 'state=LOST', 'page=x']) {
    const { status, json } = await operator.client.call(`/api/v1/approval-requests?${query}`);
    assert.equal(status, 400, query);
    assert.equal(json.code, 'INPUT_INVALID', query);
  }
});

test('an id that nobody has, or that is none, is not found', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', "'; drop table banks"]) {
    const address = `/api/v1/approval-requests/${encodeURIComponent(id)}`;
    assert.equal((await operator.client.call(address)).status, 404, id);
  }
});

test('more than ten thousand requests are counted exactly, and paged through up to the last that can be', async () => {
  const few = (await list('')).json;
  await testServer.ctx.db.asPlatform('many requests', (tx) =>
    sql`insert into approval_requests (id, policy_id, action, entity_id, organization_id, checkers,
        title, maker_id, maker_name, maker_email, attempt, approvals, approvals_needed, state,
        snapshot, created_at, expires_at)
      select gen_random_uuid(), p.id, p.action, gen_random_uuid(), ${operator.organizationId},
        'OPERATOR', 'Heap ' || n, 'm', 'Maker', 'm@x.ug', 1, 0, 1, 'EXPIRED', '[]', now(),
        now()
      from generate_series(1, 10020) n, approval_policies p
      where p.is_default and p.action = 'MERCHANT_REGISTRATION'`.execute(tx),
  );
  const { counts, totalIsCapped, totalElements } = (await list('state=EXPIRED&page=900')).json;
  assert.deepEqual([totalIsCapped, counts.EXPIRED, totalElements], [false, 10_020, 10_020]);
  assert.equal(counts.PENDING, few.counts.PENDING);
  assert.equal((await list('page=1000')).titles.length, 10);
  const beyond = await operator.client.call('/api/v1/approval-requests?page=1001');
  assert.deepEqual([beyond.status, beyond.json.fields[0].field], [400, 'page']);
  const search = (await list('search=heap')).json;
  assert.deepEqual([search.content.length, search.totalIsCapped], [10, true]);
  assert.equal((await list('search=heap%2010017')).json.totalElements, 1);
});

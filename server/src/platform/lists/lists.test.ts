import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listEndpoint } from '@tegeka/contract/kit/list.ts';
import { sql } from 'kysely';
import pg from 'pg';
import * as z from 'zod/mini';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import type { Tx } from '#platform/database/database.ts';
import { readPage } from './list-page.ts';
import { type ListQuery, listSource } from './list-source.ts';

let testServer: TestServer;
let owner: pg.Client;
let first: string;
let second: string;
before(async () => {
  testServer = await openTestServer();
  owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
  first = (await activeMerchant(testServer)).person.organizationId;
  second = (await activeMerchant(testServer)).person.organizationId;
  await fill(first, 'Amina', 1500);
  await fill(second, 'Brian', 30);
});
after(async () => {
  await owner.end();
  await testServer.close();
});

/** Fills an organization with things to list; every tenth is disabled. */
async function fill(organizationId: string, name: string, count: number): Promise<void> {
  await owner.query(
    `insert into customers (id, organization_id, first_name, last_name, email, reference, state,
      revision, created_at, updated_at)
    select uuidv7(), $1, $2, 'Number' || n, 'x@example.com', $2 || '-' || n,
      case when n % 10 = 0 then 'DISABLED' else 'ACTIVE' end, 1, now(), now()
    from generate_series(1, $3::integer) n`,
    [organizationId, name, count],
  );
}

const STATES = ['ACTIVE', 'DISABLED'] as const;

const endpoint = listEndpoint({
  name: 'listThings',
  summary: 'For this test.',
  path: '/things',
  admission: { kind: 'public' },
  item: z.object({ id: z.uuid() }),
  states: STATES,
  sorts: ['name', '-name'],
  filters: { firstName: z.optional(z.string()) },
  search: true,
});

const parts = {
  endpoint,
  entity: 'customers',
  rows: (tx: Tx) =>
    tx
      .selectFrom('customers as c')
      .innerJoin('merchants as m', 'm.organization_id', 'c.organization_id')
      .select(['c.id', 'c.reference', 'm.business_name']),
  item: ({ reference }: { reference: string }) => reference,
  id: 'c.id',
  sorts: { name: ['c.name_key'] },
  filters: { firstName: (value: unknown) => sql<boolean>`c.first_name = ${value}` },
};
const THINGS = listSource({ ...parts, states: STATES, state: 'c.state' });

const asOperator = (query: Partial<ListQuery>, source = THINGS) =>
  testServer.ctx.db.asPlatform('test', (tx) =>
    readPage(tx, source, { page: 0, size: 10, sort: 'name', ...query }),
  );
const asTenant = (organizationId: string, query: Partial<ListQuery>) =>
  testServer.ctx.db.asTenant(organizationId, (tx) =>
    readPage(tx, THINGS, { page: 0, size: 10, sort: 'name', ...query }),
  );

test('across organizations a list counts, searches and filters everything', async () => {
  const all = await asOperator({});
  assert.deepEqual([all.totalElements, all.counts], [1530, { ACTIVE: 1377, DISABLED: 153 }]);
  assert.deepEqual((await asOperator({ search: 'brian-7' })).content, ['Brian-7']);
  const filtered = await asOperator({ firstName: 'Brian', state: 'DISABLED' });
  assert.deepEqual(
    [filtered.content, filtered.totalElements],
    [['Brian-10', 'Brian-20', 'Brian-30'], 3],
  );
});

test('across organizations a list can be that of one', async () => {
  const { totalElements, counts } = await asOperator(
    {},
    {
      ...THINGS,
      organizationId: second,
      rows: (tx) => parts.rows(tx).where('c.organization_id', '=', second),
    },
  );
  assert.deepEqual([totalElements, counts], [30, { ACTIVE: 27, DISABLED: 3 }]);
});

test('a tenant lists, counts and finds its own alone', async () => {
  const { totalElements, counts } = await asTenant(second, {});
  assert.deepEqual([totalElements, counts], [30, { ACTIVE: 27, DISABLED: 3 }]);
  assert.equal((await asTenant(second, { search: 'amina' })).totalElements, 0);
});

test('each organization reads its own rows by what another one has had planned', async () => {
  // Two executions more than PostgreSQL needs before it may use a generic plan.
  for (let turn = 0; turn < 7; turn += 1) {
    const [own, other] = [await asTenant(second, {}), await asTenant(first, {})];
    assert.deepEqual([own.totalElements, other.totalElements], [30, 1500]);
    assert.ok(own.content.every((name) => name.startsWith('Brian-')));
    assert.ok(other.content.every((name) => name.startsWith('Amina-')));
    assert.equal((await asOperator({})).totalElements, 1530);
  }
});

test('a filter is counted up to a thousand, and its rows are paged all the same', async () => {
  const page = await asTenant(first, { firstName: 'Amina', page: 14, size: 100 });
  assert.deepEqual([page.totalElements, page.totalIsCapped], [1000, true]);
  assert.equal(page.content.length, 100);
  const few = await asTenant(first, { firstName: 'Amina', state: 'DISABLED' });
  assert.deepEqual([few.totalElements, few.totalIsCapped], [150, false]);
});

test('of what is found by the words of something else each page is in order, however many it has', async () => {
  const source = listSource({
    ...parts,
    states: STATES,
    rows: (tx: Tx) => parts.rows(tx).where('c.first_name', 'in', ['Amina', 'Brian']),
    sorts: { name: ['c.last_name'] },
    search: (_text, isHit) => [isHit('m.id', 'merchants')],
  });
  await owner.query(
    `update merchants set business_name = 'Interleaved ' || business_name
    where organization_id in ($1, $2)`,
    [first, second],
  );
  const { rows: named } = await owner.query<{ reference: string }>(
    `select reference from customers where organization_id in ($1, $2) order by last_name, id`,
    [first, second],
  );
  const inOrder = named.map(({ reference }) => reference);
  for (const [page, size] of [
    [0, 1],
    [1, 1],
    [4, 3],
    [2, 100],
  ] as const) {
    const query = { page, size, search: 'interleaved' };
    const found = await asOperator(query, source);
    assert.deepEqual([found.totalElements, found.totalIsCapped], [1000, true]);
    assert.deepEqual(found.content, inOrder.slice(page * size, (page + 1) * size));
    const backwards = await asOperator({ ...query, sort: '-name' }, source);
    const fromEnd = inOrder.toReversed().slice(page * size, (page + 1) * size);
    assert.deepEqual(backwards.content, fromEnd);
  }
});

test('of more things than are looked at some rows are found, each once and in order', async () => {
  const source = listSource({
    ...parts,
    states: STATES,
    sorts: { name: ['c.last_name'] },
    search: (_text, isHit) => [isHit('c.id', 'customers')],
  });
  const found = await asOperator({ search: 'amina', size: 100 }, source);
  assert.deepEqual([found.totalElements, found.totalIsCapped], [1000, true]);
  const next = await asOperator({ search: 'amina', size: 100, page: 1 }, source);
  const names = [...found.content, ...next.content];
  assert.equal(new Set(names).size, 200);
  assert.ok(names.every((name) => name.startsWith('Amina-')));
  assert.deepEqual(names, names.toSorted());
});

test('rows without states are counted themselves', async () => {
  const { totalElements, counts } = await testServer.ctx.db.asTenant(first, (tx) =>
    readPage(tx, listSource({ ...parts, states: [] }), { page: 0, size: 10, sort: '-name' }),
  );
  assert.deepEqual([totalElements, counts], [1500, {}]);
});

test('what is found follows a change and a deletion', async () => {
  await owner.query(
    `update customers set last_name = 'Renamed' where organization_id = $1 and reference = 'Brian-1'`,
    [second],
  );
  assert.deepEqual((await asTenant(second, { search: 'renamed' })).content, ['Brian-1']);
  assert.deepEqual((await asTenant(second, { search: 'number1 ' })).totalElements, 11 - 1);
  await owner.query(`delete from customers where organization_id = $1`, [second]);
  const { totalElements, counts } = await asTenant(second, { search: 'brian' });
  assert.deepEqual([totalElements, counts], [0, { ACTIVE: 0, DISABLED: 0 }]);
});

test('a tenant can write neither counts nor words', async () => {
  for (const statement of [
    sql`insert into state_counts (organization_id, entity, state, delta)
      values (${first}, 'customers', 'ACTIVE', 1)`,
    sql`delete from state_counts`,
    sql`insert into search_words (organization_id, entity, entity_id, word)
      values (${first}, 'customers', ${first}, 'x')`,
    sql`delete from search_words`,
  ]) {
    await assert.rejects(
      testServer.ctx.db.asTenant(first, (tx) => statement.execute(tx)),
      /permission denied/,
    );
  }
});

test('a list that lacks a sort or filter of its endpoint is refused when it is written down', () => {
  assert.throws(
    () => listSource({ ...parts, states: STATES, sorts: {}, filters: {} }),
    /lacks name, -name, firstName/,
  );
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CUSTOMER_SORTS } from '@tegeka/contract/customers/customers.ts';
import pg from 'pg';
import { foldCounts } from '#platform/lists/list-page.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { type Book, openBook } from './customers-test-calls.ts';

let testServer: TestServer;
let owner: pg.Client;
before(async () => {
  testServer = await openTestServer();
  owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await testServer.close();
});

interface Listed {
  id: string;
  firstName: string;
  lastName: string;
  customerReferenceNumber: string;
  status: string;
}

const NAMES = ['Akello', 'babirye', 'Candiru', 'Ddungu', 'Étienne', 'Nakato', 'nakato', 'Zziwa'];

/** Inserts customers by SQL; every seventh is disabled. */
async function fill(book: Book, count: number): Promise<void> {
  await owner.query(
    `insert into customers (id, organization_id, first_name, last_name, email, reference, state,
      revision, created_at, updated_at)
    select uuidv7($4::timestamptz - now()), $1, 'First' || n % 5, ($2::text[])[1 + n * 7 % 8],
      'c' || n || '@example.com', 'R' || (n * 37 % 100003) || '-1',
      case when n % 7 = 0 then 'DISABLED' else 'ACTIVE' end, 1, $4::timestamptz, $4::timestamptz
    from generate_series(1, $3::integer) n`,
    [book.organizationId, NAMES, count, testServer.clock.now()],
  );
}

async function pages(book: Book, query: string, size: number): Promise<Listed[]> {
  const rows: Listed[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalPages } = await book.list(`${query}&page=${page}&size=${size}`);
    rows.push(...content);
    if (page + 1 >= totalPages) return rows;
  }
}

test('in every order and state the pages together show each customer exactly once', async () => {
  const book = await openBook(testServer);
  await fill(book, 700);
  const keyOf = {
    createdAt: () => '',
    name: (row: Listed) => `${row.lastName} ${row.firstName}`.toLowerCase(),
    customerReferenceNumber: (row: Listed) => row.customerReferenceNumber.toLowerCase(),
  };
  for (const sort of CUSTOMER_SORTS) {
    for (const status of ['', 'ACTIVE', 'DISABLED']) {
      const rows = await pages(book, `sort=${sort}${status && `&status=${status}`}`, 60);
      const expected = { '': 700, ACTIVE: 600, DISABLED: 100 }[status];
      assert.equal(rows.length, expected, `${sort} ${status}`);
      assert.equal(new Set(rows.map(({ id }) => id)).size, expected, `${sort} ${status}`);
      for (const row of rows) assert.ok(!status || row.status === status);
      const name = sort.startsWith('-') ? sort.slice(1) : sort;
      const key = Object.entries(keyOf).find(([known]) => known === name)?.[1] ?? (() => '');
      const keys = rows.map(key);
      const turn = sort.startsWith('-') ? -1 : 1;
      const sorted = keys.toSorted((a, b) => turn * Buffer.compare(Buffer.from(a), Buffer.from(b)));
      assert.deepEqual(keys, sorted, `${sort} ${status}`);
    }
  }
});

test('newest first is oldest first turned round', async () => {
  const book = await openBook(testServer);
  await fill(book, 600);
  const newest = await pages(book, 'sort=-createdAt', 100);
  const oldest = await pages(book, 'sort=createdAt', 100);
  assert.deepEqual(
    newest.map(({ id }) => id),
    oldest.map(({ id }) => id).toReversed(),
  );
  assert.equal(oldest[0]?.customerReferenceNumber, 'R37-1');
});

test('while customers are added the pages lose nobody, and from the oldest on show nobody twice', async () => {
  const book = await openBook(testServer);
  await fill(book, 1500);
  const early = new Set((await pages(book, 'sort=createdAt', 100)).map(({ id }) => id));
  const seen = { createdAt: new Array<string>(), '-createdAt': new Array<string>() };
  for (const sort of ['createdAt', '-createdAt'] as const) {
    for (let page = 0; page < 16; page += 1) {
      const { content } = await book.list(`sort=${sort}&page=${page}&size=100`);
      seen[sort].push(...content.map(({ id }: Listed) => id));
      assert.equal((await book.add({ customerReferenceNumber: `${sort} ${page}` })).status, 201);
    }
    for (const id of early) assert.ok(seen[sort].includes(id), sort);
  }
  assert.equal(new Set(seen.createdAt).size, seen.createdAt.length);
});

test('a page behind the last one is empty and keeps the totals', async () => {
  const book = await openBook(testServer);
  await fill(book, 12);
  for (const sort of CUSTOMER_SORTS) {
    for (const page of [2, 500, 1000]) {
      const { content, totalElements, totalPages } = await book.list(`sort=${sort}&page=${page}`);
      assert.deepEqual([content, totalElements, totalPages], [[], 12, 2], `${sort} ${page}`);
    }
  }
});

test('a page beyond the first 10,000 rows is refused and says what to do', async () => {
  const book = await openBook(testServer);
  for (const query of ['page=1001', 'page=101&size=100', 'page=1000000&search=a']) {
    const { status, json } = await book.client.call(`${book.address}?${query}`);
    assert.deepEqual([status, json.code, json.fields[0].field], [400, 'INPUT_INVALID', 'page']);
    assert.match(json.fields[0].message, /10,000 rows.*filter, a search or the export/);
  }
});

test('an empty book has no pages', async () => {
  const book = await openBook(testServer);
  for (const query of [
    '',
    'search=a',
    'status=DISABLED',
    'sort=name',
    'status=DISABLED&search=a',
  ]) {
    const { content, totalElements, totalPages, counts } = await book.list(query);
    assert.deepEqual([content, totalElements, totalPages], [[], 0, 0], query);
    assert.deepEqual(counts, { ACTIVE: 0, DISABLED: 0 });
  }
});

test('counts by state are those of the rows, whatever is added and moved at the same time', async () => {
  const book = await openBook(testServer);
  await fill(book, 1200);
  const { content } = await book.list('size=40');
  const ids: string[] = content.map(({ id }: Listed) => id);
  const chance = (n: number) => Math.floor(Math.random() * n);
  const steps = Array.from({ length: 60 }, (_, n) => {
    const id = ids[chance(ids.length)] ?? '';
    if (n % 3 === 0) return book.add({ customerReferenceNumber: `chance ${n}` });
    return chance(2) === 0 ? book.disable(id) : book.enable(id);
  });
  for (const { status } of await Promise.all(steps)) assert.ok([200, 201].includes(status));
  // A statement on many rows at once, which also changes rows that keep their state.
  await owner.query(
    `update customers set revision = revision + 1,
      state = case when right(reference_key, 3) < '5' then 'ACTIVE' else state end
    where organization_id = $1`,
    [book.organizationId],
  );
  const stateCounts = async () => {
    const { rows } = await owner.query(
      `select state, count(*)::integer as count from customers where organization_id = $1 group by 1`,
      [book.organizationId],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  assert.deepEqual((await book.list()).counts, await stateCounts());
  // Counts are folded while inserts are committed and rolled back.
  const adds = Array.from({ length: 20 }, (_, n) =>
    book.add({ customerReferenceNumber: `folded ${n % 15}` }),
  );
  const folds = Array.from({ length: 5 }, () => testServer.ctx.db.asPlatform('test', foldCounts));
  await Promise.all([...adds, ...folds]);
  await testServer.ctx.db.asPlatform('test', foldCounts);
  assert.deepEqual((await book.list()).counts, await stateCounts());
  const parts = await owner.query(
    `select 1 from state_counts where organization_id = $1 and entity = 'customers'`,
    [book.organizationId],
  );
  assert.equal(parts.rowCount, 2);
});

test('a state alone is counted exactly, however many there are', async () => {
  const book = await openBook(testServer);
  await fill(book, 2600);
  const { totalElements, totalIsCapped } = await book.list('status=ACTIVE');
  assert.deepEqual([totalElements, totalIsCapped], [2229, false]);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CUSTOMER_SORTS } from '@tegeka/contract/customers/customers.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { type Book, openBook } from './customers-test-calls.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const MARK = '\uFEFF';

async function exported(book: Book, query = ''): Promise<string[][]> {
  const { status, text } = await book.export(query);
  assert.equal(status, 200, text.slice(0, 300));
  assert.ok(text.startsWith(MARK));
  assert.ok(text.endsWith('\r\n'));
  return parse(text.slice(1), { recordDelimiter: '\r\n' });
}

async function fill(book: Book, count: number, name: string): Promise<void> {
  const owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
  await owner.query(
    `insert into customers (id, organization_id, first_name, last_name, email, reference,
      state, revision, created_at, updated_at)
    select uuidv7(), $1, $3, $3, 'm' || n || '@example.com', n || '-' || $3,
      case when n % 3 = 0 then 'DISABLED' else 'ACTIVE' end, 1, now(), now()
    from generate_series(1, $2::integer) n`,
    [book.organizationId, count, name],
  );
  await owner.end();
}

test('a file has a name with the date, a head, and phones that people and spreadsheets can read', async () => {
  const book = await openBook(testServer);
  await book.add({ customerReferenceNumber: 'A,"1"', lastName: 'Nakatô' });
  const answer = await book.export();
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
  const day = isoDay(testServer.clock.now());
  const disposition = `attachment; filename*=UTF-8''customers-${day}.csv`;
  assert.equal(answer.headers['content-disposition'], disposition);
  const [head, row] = await exported(book);
  assert.deepEqual(head?.slice(0, 6), [
    'First Name',
    'Middle Name',
    'Last Name',
    'Phone Number',
    'Email',
    'Customer Reference Number',
  ]);
  assert.deepEqual(row, [
    'Grace',
    '',
    'Nakatô',
    '0772 123456',
    'grace@example.com',
    'A,"1"',
    'ACTIVE',
    day,
    day,
  ]);
});

test('days are those of Kampala, as the list shows them', async () => {
  const book = await openBook(testServer);
  await book.add();
  const owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
  await owner.query(
    `update customers set created_at = '2026-12-31T21:30:00Z', updated_at = '2027-01-31T20:30:00Z'
    where organization_id = $1`,
    [book.organizationId],
  );
  await owner.end();
  const [, row] = await exported(book);
  assert.deepEqual(row?.slice(-2), ['2027-01-01', '2027-01-31']);
});

test('cells that a spreadsheet would run are defused', async () => {
  const book = await openBook(testServer);
  const formulas = ['=1+1', '+cmd', '-2', '@SUM(A1)'];
  for (const firstName of formulas) await book.add({ firstName });
  const rows = await exported(book, 'sort=createdAt');
  assert.deepEqual(
    rows.slice(1).map(([firstName]) => firstName),
    formulas.map((formula) => `'${formula}`),
  );
});

test('cells are defused for other separators too, and can be imported as they were', async () => {
  const book = await openBook(testServer);
  const formulas = ['Nile;=1+1', 'Nile,+cmd', 'Nile|@SUM(A1)', 'Nile;"-2"'];
  for (const firstName of formulas) assert.equal((await book.add({ firstName })).status, 201);
  const { text } = await book.export('sort=createdAt');
  assert.doesNotMatch(text, /[,;|]"*[=+@-]/);
  const [, ...rows]: string[][] = parse(text.slice(1), { recordDelimiter: '\r\n' });
  assert.equal(rows[0]?.[0], "Nile;'=1+1");
  const references = rows.map((row) => row.slice(0, 5).concat(`again-${String(row[5])}`));
  const other = await openBook(testServer);
  const form = new FormData();
  const header = text.slice(1).split('\r\n')[0]?.split(',').slice(0, 6).join(',') ?? '';
  const lines = references.map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  );
  form.set('options', JSON.stringify({ confirm: 'ALL' }));
  form.set('file', new File([[header, ...lines].join('\n')], 'again.csv'));
  const sent = await other.client.call(`${other.address}/bulk`, { method: 'POST', body: form });
  assert.equal(sent.status, 202, sent.text);
  for (let tries = 0; tries < 200; tries += 1) {
    const { content } = await other.list('sort=createdAt');
    if (content.length === formulas.length) {
      const names = content.map(({ firstName }: { firstName: string }) => firstName);
      return assert.deepEqual(names, formulas);
    }
    await sleep(100);
  }
  assert.fail('they were not imported');
});

test('export that ignores the filter or exports one page: the whole filter is exported, in the order of the list', async () => {
  const book = await openBook(testServer);
  await fill(book, 2500, 'Mary');
  assert.equal((await book.add({ firstName: 'Zoe', lastName: 'Last' })).status, 201);
  for (const sort of CUSTOMER_SORTS) {
    for (const status of ['', 'ACTIVE', 'DISABLED']) {
      const filter = `sort=${sort}${status && `&status=${status}`}`;
      const rows = (await exported(book, filter)).slice(1);
      const total = (await book.list(filter)).totalElements;
      assert.deepEqual([rows.length, new Set(rows.map((row) => row[5])).size], [total, total]);
      const { content } = await book.list(`${filter}&size=100`);
      assert.deepEqual(
        rows.slice(0, 100).map((row) => row[5]),
        content.map((row: { customerReferenceNumber: string }) => row.customerReferenceNumber),
      );
    }
  }
  // More hits than a search counts are exported all the same, and few are found at once.
  assert.equal((await exported(book, 'search=mary&status=ACTIVE')).length, 1 + 1667);
  assert.equal((await exported(book, 'search=zoe')).length, 2);
  assert.equal((await exported(book, 'search=nobody')).length, 1);
});

test("another merchant's book can not be exported", async () => {
  const [book, other] = [await openBook(testServer), await openBook(testServer)];
  const answer = await book.client.call(`${other.address}/export`);
  assert.deepEqual([answer.status, answer.json.code], [404, 'NOT_FOUND']);
});

test('a merchant exports eight files at a time, and one that nobody reads any more ends', async () => {
  const book = await openBook(testServer);
  await fill(book, 40_000, 'N'.repeat(50));
  const { port } = testServer.config.http;
  const { host } = new URL(book.client.origin);
  const headers = { host, authorization: `Bearer ${book.client.token}` };
  const begin = async (): Promise<IncomingMessage> => {
    const [answer] = await once(
      get({ host: '127.0.0.1', port, path: `${book.address}/export`, headers }),
      'response',
    );
    return answer;
  };
  const readers: IncomingMessage[] = [];
  while (readers.length < 8) readers.push(await begin());
  for (const { statusCode } of readers) assert.equal(statusCode, 200);
  const ninth = await book.export();
  assert.deepEqual([ninth.status, ninth.json.code], [429, 'TOO_MUCH_AT_ONCE']);
  for (const reader of readers) reader.destroy();
  for (let tries = 0; tries < 100; tries += 1) {
    const reader = await begin();
    reader.destroy();
    if (reader.statusCode === 200) return;
    await sleep(50);
  }
  assert.fail('the exports did not end');
});

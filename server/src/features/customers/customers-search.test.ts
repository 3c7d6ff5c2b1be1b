import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CUSTOMER_SORTS } from '@tegeka/contract/customers/customers.ts';
import pg from 'pg';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { type Book, openBook } from './customers-test-calls.ts';

let testServer: TestServer;
let book: Book;
before(async () => {
  testServer = await openTestServer();
  book = await openBook(testServer);
  const person = (firstName: string, lastName: string, more: Record<string, unknown>) =>
    book.add({ firstName, lastName, middleName: null, email: null, ...more });
  await person('Grace', 'Nakato', {
    middleName: 'Akello',
    phoneNumber: '0772 123456',
    customerReferenceNumber: 'MEMBER-0042',
  });
  await person('Brian', 'Okello', {
    phoneNumber: '0782 000111',
    email: 'b.okello@mukwano.example',
    customerReferenceNumber: 'member-7',
  });
  await person('Ruth 100%', 'O_Neil', {
    phoneNumber: '031 2345678',
    customerReferenceNumber: '772',
  });
});
after(() => testServer.close());

async function found(search: string, more = '&sort=createdAt'): Promise<string[]> {
  const { content } = await book.list(`search=${encodeURIComponent(search)}${more}`);
  return content.map(({ firstName }: { firstName: string }) => firstName.split(' ')[0]);
}

for (const [search, names] of [
  ['grace', ['Grace']],
  ['NAKATO', ['Grace']],
  ['akello', ['Grace']],
  ['grace nak', ['Grace']],
  ['grace akello n', ['Grace']],
  ['nakato  grace', ['Grace']],
  ['b.okello@muk', ['Brian']],
  ['member', ['Grace', 'Brian']],
  ['member-0042', ['Grace']],
  ['42', ['Grace']],
  ['0042', ['Grace']],
  ['0772', ['Grace']],
  ['772', ['Grace', 'Ruth']],
  ['+256772', ['Grace']],
  ['256772123', ['Grace']],
  ['+256 772 123456', ['Grace']],
  ['0772-123-456', ['Grace']],
  ['0312', ['Ruth']],
  ['o', ['Brian', 'Ruth']],
  ['100%', []],
  ['%', []],
  ['_', []],
  ['o_neil', ['Ruth']],
  ['oxneil', []],
  ["'; drop table customers; --", []],
  ['\\', []],
  ['nobody', []],
  ['   ', ['Grace', 'Brian', 'Ruth']],
] as const) {
  test(`'${search}' finds ${names.join(' and ') || 'nobody'}`, async () => {
    assert.deepEqual(await found(search), names);
  });
}

test('a search narrows totals and leaves the counts, and goes with states and every order', async () => {
  const { content } = await book.list('search=member-7');
  await book.disable(content[0].id);
  for (const sort of CUSTOMER_SORTS) {
    const { totalElements, counts, totalIsCapped } = await book.list(`search=member&sort=${sort}`);
    assert.deepEqual([totalElements, totalIsCapped], [2, false]);
    assert.deepEqual(counts, { ACTIVE: 2, DISABLED: 1 });
    assert.deepEqual(await found('member', `&status=DISABLED&sort=${sort}`), ['Brian']);
    assert.deepEqual(await found('member', `&status=ACTIVE&sort=${sort}`), ['Grace']);
  }
  assert.deepEqual(await found('member', '&sort=name'), ['Grace', 'Brian']);
  assert.deepEqual(await found('member', '&sort=-customerReferenceNumber'), ['Brian', 'Grace']);
});

test('a search shows nobody of another merchant', async () => {
  const other = await openBook(testServer);
  await other.add({ firstName: 'Stranger', lastName: 'Nakato' });
  assert.deepEqual(await found('nakato'), ['Grace']);
  assert.deepEqual(await found('stranger'), []);
});

test('a search with very many hits says so, and its pages do not repeat', async () => {
  const many = await openBook(testServer);
  const owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
  await owner.query(
    `insert into customers (id, organization_id, first_name, last_name, email, reference,
      state, revision, created_at, updated_at)
    select uuidv7(), $1, 'Mary', 'Apio', 'apio' || n || '@example.com', 'A' || n,
      case when n % 100 = 0 then 'DISABLED' else 'ACTIVE' end, 1, now(), now()
    from generate_series(1, 3000) n`,
    [many.organizationId],
  );
  await owner.end();
  const seen = new Set<string>();
  const first = await many.list('search=a&size=100');
  assert.deepEqual([first.totalElements, first.totalIsCapped], [1000, true]);
  for (let page = 0; page < first.totalPages; page += 1) {
    for (const { id } of (await many.list(`search=a&size=100&page=${page}`)).content) seen.add(id);
  }
  assert.equal(seen.size, first.totalElements);
  const exact = await many.list('search=apio2999');
  assert.deepEqual([exact.totalElements, exact.totalIsCapped], [1, false]);
  // Few hits in a state are counted exactly, however many hits there are in other states.
  const disabled = await many.list('search=apio&status=DISABLED');
  assert.deepEqual([disabled.totalElements, disabled.totalIsCapped], [30, false]);
});

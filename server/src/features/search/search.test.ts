import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Book, openBook } from '#features/customers/customers-test-calls.ts';
import { openShop } from '#testing/test-mandate.ts';
import type { TestClient } from '#testing/test-client.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let book: Book;
before(async () => {
  testServer = await openTestServer();
  book = await openBook(testServer);
  await book.add({ firstName: 'Grace', lastName: 'Nakato', customerReferenceNumber: 'MEMBER-42' });
});
after(() => testServer.close());

async function search(client: TestClient, text: string) {
  const answer = await client.call(`/api/v1/search?text=${encodeURIComponent(text)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.groups;
}

const titlesOf = (groups: { hits: { title: string }[] }[]) =>
  groups.flatMap(({ hits }) => hits.map(({ title }) => title));

test('a merchant finds its customers by name, phone and reference', async () => {
  const [group, ...others] = await search(book.client, 'nakato gr');
  assert.equal(others.length, 0);
  assert.equal(group.label, 'Customers');
  const [{ id, ...hit }] = group.hits;
  assert.deepEqual(hit, {
    noun: 'customer',
    title: 'Grace Nakato',
    sub: 'MEMBER-42',
    state: 'ACTIVE',
    path: `/dashboard/customers/${id}`,
  });
  for (const text of ['NAKATO', '0772', 'member-42', '42'])
    assert.deepEqual(titlesOf(await search(book.client, text)), ['Grace Nakato'], text);
  assert.deepEqual(await search(book.client, '100%'), []);
});

test('five of many are answered, by the words that they were found by', async () => {
  const many = await openBook(testServer);
  for (const firstName of ['Zoe', 'Yves', 'Xara', 'Will', 'Vera', 'Uma', 'Tom'])
    await many.add({ firstName, lastName: 'Okello' });
  const found = titlesOf(await search(many.client, 'okello'));
  assert.deepEqual(
    found,
    ['Tom', 'Uma', 'Vera', 'Will', 'Xara'].map((name) => `${name} Okello`),
  );
});

test('mandates and transactions are found by the beginning of their reference, in any letters', async () => {
  const shop = await openShop(testServer);
  const { reference } = (await shop.create({ send: false })).json;
  const operator = await testServer.operator();
  const [found] = await search(shop.client, reference.slice(0, 8).toLowerCase());
  assert.deepEqual([found.label, found.hits[0].title], ['Mandates', reference]);
  const [viewed] = await search(operator.client, reference);
  assert.equal(viewed.hits[0].path, found.hits[0].path);
  assert.deepEqual(await search(book.client, reference), [], 'of another business');
  assert.deepEqual(await search((await testServer.banker()).client, reference), []);
});

test('nobody finds what belongs to another organization', async () => {
  const other = await openBook(testServer);
  await other.add({ firstName: 'Stranger', lastName: 'Nakato' });
  assert.deepEqual(titlesOf(await search(book.client, 'nakato')), ['Grace Nakato']);
  assert.deepEqual(await search(book.client, 'stranger'), []);
  const banker = await testServer.banker();
  assert.deepEqual(await search(banker.client, 'nakato'), []);
  assert.deepEqual(await search(banker.client, other.person.businessName), []);
});

test('an operator finds requests, merchants and banks, and no customers of businesses', async () => {
  const operator = await testServer.operator();
  const { businessName } = book.person;
  const [group, merchants, ...others] = await search(operator.client, businessName);
  assert.deepEqual(
    [group.label, merchants.label, others.length],
    ['Approval requests', 'Merchants', 0],
  );
  assert.deepEqual(titlesOf([group, merchants]), [businessName, businessName]);
  assert.match(group.hits[0].path, /^\/dashboard\/approval-requests\/[0-9a-f-]{36}$/);
  assert.match(merchants.hits[0].path, /^\/dashboard\/merchants\/[0-9a-f-]{36}$/);
  assert.deepEqual(titlesOf(await search(operator.client, 'centenary')), ['Centenary Bank']);
  assert.deepEqual(await search(operator.client, 'member-42'), []);
  assert.deepEqual(await search(book.client, book.person.businessName), []);
});

test('a text of one letter, or of none, is refused', async () => {
  for (const query of ['', '?text=a', '?text=%20a%20', `?text=${'a'.repeat(101)}`])
    assert.equal((await book.client.call(`/api/v1/search${query}`)).status, 400, query);
});

test('a person searches sixty times a minute, and no more', async () => {
  const { client } = await testServer.merchant();
  const answers = [];
  for (let at = 0; at < 61; at += 1)
    answers.push((await client.call('/api/v1/search?text=grace')).status);
  assert.deepEqual(
    answers.filter((status) => status !== 200),
    [429],
  );
  assert.deepEqual(titlesOf(await search(book.client, 'nakato')), ['Grace Nakato']);
});

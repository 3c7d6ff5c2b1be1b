import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { csvOf, goodRow, openDesk } from '#features/imports/imports-test-calls.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { submissionOf, submitRegistration, TEST_CUSTOMER } from '#testing/test-merchant.ts';
import { insertCustomer } from './customers-service.ts';
import { type Book, openBook } from './customers-test-calls.ts';

let testServer: TestServer;
let book: Book;
before(async () => {
  testServer = await openTestServer();
  book = await openBook(testServer);
});
after(() => testServer.close());

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

test('a customer is added and read back, with the phone as +256 and nine digits', async () => {
  const added = await book.add({ customerReferenceNumber: 'FIRST', middleName: '' });
  assert.equal(added.status, 201);
  const { id, phoneNumber, middleName, status, version } = added.json;
  assert.deepEqual(
    [phoneNumber, middleName, status, version],
    ['+256772123456', null, 'ACTIVE', 1],
  );
  assert.deepEqual((await book.get(id)).json, added.json);
});

test('a reference stands once with a merchant, and the field is named', async () => {
  assert.equal((await book.add({ customerReferenceNumber: 'ONCE' })).status, 201);
  const again = await book.add({ customerReferenceNumber: 'ONCE' });
  assert.deepEqual([again.status, again.json.code], [409, 'REFERENCE_TAKEN']);
  assert.deepEqual(
    again.json.fields.map(({ field }: { field: string }) => field),
    ['customerReferenceNumber'],
  );
  const other = await openBook(testServer);
  assert.equal((await other.add({ customerReferenceNumber: 'ONCE' })).status, 201);
});

test('of two who take a reference at the same moment one gets it', async () => {
  const fields = { customerReferenceNumber: 'RACE' };
  const answers = await Promise.all([1, 2, 3].map(() => book.add(fields)));
  assert.deepEqual(statusesOf(answers), [201, 409, 409]);
});

test('who waits too long for a reference that is just being taken is told to try again', async () => {
  const slow = await openBook(testServer);
  const { organizationId } = slow;
  const phoneNumber = '+256772123456';
  const held = { ...TEST_CUSTOMER, phoneNumber, middleName: null, customerReferenceNumber: 'HELD' };
  await testServer.ctx.db.asTenant(organizationId, async (tx) => {
    const [id, at] = [randomUUID(), testServer.clock.now()];
    await insertCustomer(tx, { id, organizationId, input: held, at });
    const answer = await slow.add({ customerReferenceNumber: 'HELD' });
    assert.deepEqual([answer.status, answer.json.code], [409, 'BUSY_ELSEWHERE']);
    assert.equal(answer.json.retryAfterSeconds, 2);
    assert.equal((await slow.add()).status, 201, 'others are not held up');
  });
});

test('a change names the version it was made from, and what somebody else changed stays', async () => {
  const { json: customer } = await book.add();
  const mine = { ...TEST_CUSTOMER, customerReferenceNumber: customer.customerReferenceNumber };
  const changed = await book.update(customer.id, { ...mine, lastName: 'Auma', version: 1 });
  assert.deepEqual([changed.status, changed.json.lastName, changed.json.version], [200, 'Auma', 2]);
  const late = await book.update(customer.id, { ...mine, lastName: 'Late', version: 1 });
  assert.deepEqual([late.status, late.json.code], [409, 'CUSTOMER_CHANGED']);
  assert.equal((await book.get(customer.id)).json.lastName, 'Auma');
});

test('the customer as it was read can be sent back, and without a version the last word counts', async () => {
  const { json: customer } = await book.add();
  const read = { ...customer, version: undefined };
  const changed = await book.update(customer.id, { ...read, lastName: 'Auma' });
  assert.deepEqual([changed.status, changed.json.lastName, changed.json.version], [200, 'Auma', 2]);
  const last = await book.update(customer.id, { ...read, lastName: 'Akello' });
  assert.deepEqual([last.status, last.json.lastName, last.json.version], [200, 'Akello', 3]);
  assert.equal((await book.update(customer.id, customer)).json.code, 'CUSTOMER_CHANGED');
  assert.equal((await book.update(customer.id, { ...read, id: randomUUID() })).status, 400);
});

test('a version in If-Match keeps a change from overwriting another', async () => {
  const { json: customer } = await book.add();
  const read = { ...customer, version: undefined };
  const put = (lastName: string, ifMatch: string) =>
    book.client.call(`${book.address}/${customer.id}`, {
      method: 'PUT',
      body: { ...read, lastName },
      headers: { 'if-match': ifMatch },
    });
  assert.equal((await put('Auma', '"1"')).json.version, 2);
  assert.equal((await put('Late', '1')).json.code, 'CUSTOMER_CHANGED');
  assert.equal((await put('Akello', '2')).json.version, 3);
  const odd = await put('Odd', 'last');
  assert.deepEqual([odd.status, odd.json.fields[0].field], [400, 'If-Match']);
});

test('a change that changes nothing leaves version, time and trail as they were', async () => {
  const { json: customer } = await book.add();
  const { id, customerReferenceNumber, version } = customer;
  const body = { ...TEST_CUSTOMER, customerReferenceNumber, version };
  assert.deepEqual((await book.update(id, body)).json, customer);
  assert.deepEqual((await book.update(id, { ...body, version: 2 })).status, 409);
  assert.equal((await book.events(id)).totalElements, 1);
});

test('of changes made from one version at the same moment one counts', async () => {
  const { json: customer } = await book.add();
  const command = (lastName: string) =>
    book.update(customer.id, {
      ...TEST_CUSTOMER,
      customerReferenceNumber: customer.customerReferenceNumber,
      lastName,
      version: 1,
    });
  const answers = await Promise.all(['Akello', 'Babirye', 'Candiru'].map(command));
  assert.deepEqual(statusesOf(answers), [200, 409, 409]);
  assert.equal((await book.get(customer.id)).json.version, 2);
});

test('a change can not take the reference of another customer', async () => {
  await book.add({ customerReferenceNumber: 'TAKEN' });
  const { json: customer } = await book.add();
  const command = { ...TEST_CUSTOMER, customerReferenceNumber: 'TAKEN', version: 1 };
  const answer = await book.update(customer.id, command);
  assert.deepEqual([answer.status, answer.json.code], [409, 'REFERENCE_TAKEN']);
});

test('disabling twice changes nothing, and enabling leads back', async () => {
  const { json: customer } = await book.add();
  const disabled = await book.disable(customer.id, 'Moved abroad');
  assert.deepEqual([disabled.status, disabled.json.status], [200, 'DISABLED']);
  const again = await book.disable(customer.id, 'Moved abroad');
  assert.deepEqual(again.json, disabled.json);
  assert.equal((await book.events(customer.id)).totalElements, 2);
  const enabled = await book.enable(customer.id);
  assert.deepEqual([enabled.json.status, enabled.json.version], ['ACTIVE', 3]);
});

test('disabled five times at once, a customer moves once', async () => {
  const { json: customer } = await book.add();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => book.disable(customer.id)));
  for (const answer of answers) assert.deepEqual([answer.status, answer.json.version], [200, 2]);
});

test('a business that is not active reads its customers and changes none', async () => {
  const person = await testServer.merchant();
  const submitted = await submitRegistration(person.client, await submissionOf(person));
  const address = `/api/v1/merchants/${submitted.json.merchantId}/customers`;
  const refused = await person.client.call(address, { method: 'POST', body: TEST_CUSTOMER });
  assert.deepEqual([refused.status, refused.json.code], [409, 'MERCHANT_NOT_ACTIVE']);
  assert.equal((await person.client.call(address)).json.totalElements, 0);
});

test("another merchant's customer is not found, not even through one's own merchant", async () => {
  const other = await openBook(testServer);
  const { json: customer } = await other.add();
  assert.equal((await book.get(customer.id)).status, 404);
  const change = { ...TEST_CUSTOMER, version: 1 };
  assert.equal((await book.update(customer.id, change)).status, 404);
  assert.equal((await book.disable(customer.id)).status, 404);
  assert.equal((await book.events(customer.id)).code, 'NOT_FOUND');
  assert.equal((await other.get(customer.id)).json.status, 'ACTIVE');
});

test('a customer who is sent twice under one Idempotency-Key is added once', async () => {
  const headers = { 'idempotency-key': 'customer-0001' };
  const fields = { customerReferenceNumber: 'TWICE' };
  const [first, second] = [await book.add(fields, headers), await book.add(fields, headers)];
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.deepEqual(second.json, first.json);
});

test('the trail says who did what, when, why and what changed, newest first', async () => {
  const { json: customer } = await book.add();
  const command = { ...TEST_CUSTOMER, customerReferenceNumber: customer.customerReferenceNumber };
  await book.update(customer.id, { ...command, lastName: 'Namutebi', email: '', version: 1 });
  await book.disable(customer.id, 'Asked us to');
  await book.enable(customer.id);
  const { content } = await book.events(customer.id);
  assert.deepEqual(
    content.map(({ kind, to }: { kind: string; to: string | null }) => to ?? kind),
    ['ACTIVE', 'DISABLED', 'CHANGED', 'CREATED'],
  );
  const { firstName, lastName } = book.person;
  for (const { by } of content) assert.equal(by, `${firstName} ${lastName}`);
  assert.equal(content[1].reason, 'Asked us to');
  assert.deepEqual(content[2].changes, [
    { field: 'email', before: 'grace@example.com', after: null },
    { field: 'lastName', before: 'Nakato', after: 'Namutebi' },
  ]);
  const second = await book.events(customer.id, 'page=1&size=3');
  assert.deepEqual([second.content.length, second.totalElements, second.totalPages], [1, 4, 2]);
});

test('the trail of a customer from a file begins with the file, on its last page', async () => {
  const { person, merchantId } = book;
  const desk = await openDesk(testServer, 'customers', { person, merchantId });
  const { id } = await desk.check(csvOf(goodRow(1)), undefined, 'members.csv');
  await desk.confirm(id, 'ALL');
  await desk.wait(id, 'DONE');
  const customerId: string = (await book.list('search=REF-1')).content[0].id;
  await book.disable(customerId);
  await book.enable(customerId);
  const { content, totalElements } = await book.events(customerId);
  assert.equal(totalElements, 3);
  assert.deepEqual(
    content.map(({ kind, to }: { kind: string; to: string | null }) => to ?? kind),
    ['ACTIVE', 'DISABLED', 'IMPORTED'],
  );
  const { by, source } = content[2];
  const { firstName, lastName } = person;
  assert.deepEqual([by, source], [`${firstName} ${lastName}`, 'members.csv']);
  const pages = [
    await book.events(customerId, 'size=2'),
    await book.events(customerId, 'size=2&page=1'),
  ];
  assert.deepEqual(
    pages.map((page) => page.content.length),
    [2, 1],
  );
});

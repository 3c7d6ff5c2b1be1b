import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { TEST_CUSTOMER } from '#testing/test-merchant.ts';
import { type Book, openBook } from './customers-test-calls.ts';

let testServer: TestServer;
let book: Book;
before(async () => {
  testServer = await openTestServer();
  book = await openBook(testServer);
});
after(() => testServer.close());

test('each field that is refused is named, with a sentence that says what to do', async () => {
  const refusedOf = async (fields: object) => {
    const { status, json } = await book.add({ ...fields });
    assert.deepEqual([status, json.code], [400, 'INPUT_INVALID']);
    return json.fields;
  };
  for (const [field, value, message] of [
    ['firstName', 'x'.repeat(61), 'Use at most 60 characters.'],
    ['firstName', '', 'This is missing.'],
    ['firstName', undefined, 'This is missing.'],
    ['lastName', 7, 'This has to be a text.'],
    ['lastName', 'a\nb', 'Enter plain text on one line'],
    ['middleName', 'x'.repeat(61), 'Use at most 60 characters.'],
    ['phoneNumber', '12', 'Enter a valid Uganda number'],
    ['email', 'nobody', 'Enter an email address, such as name@example.com.'],
  ] as const)
    assert.deepEqual(await refusedOf({ [field]: value }), [{ field, message }]);
  for (const [query, field, message] of [
    ['page=-1', 'page', 'Use 0 or more.'],
    ['page=one', 'page', 'This has to be a number.'],
    ['size=1000', 'size', 'Use at most 100.'],
    ['status=GONE', 'status', 'Use ACTIVE or DISABLED.'],
    [`search=${'a'.repeat(101)}`, 'search', 'Use at most 100 characters.'],
  ] as const) {
    const { status, json } = await book.client.call(`${book.address}?${query}`);
    assert.deepEqual([status, json.fields], [400, [{ field, message }]], query);
  }
});

test('a version that no customer can have is refused as input', async () => {
  const { json: customer } = await book.add();
  const { customerReferenceNumber } = customer;
  for (const version of [0, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const body = { ...TEST_CUSTOMER, customerReferenceNumber, version };
    const { status, json } = await book.update(customer.id, body);
    assert.deepEqual(
      [status, json.code, json.fields?.[0].field],
      [400, 'INPUT_INVALID', 'version'],
    );
  }
});

test('a customer without phone and email is refused with the field', async () => {
  const answer = await book.add({ phoneNumber: '', email: null });
  assert.deepEqual([answer.status, answer.json.code], [400, 'INPUT_INVALID']);
  assert.equal(answer.json.fields[0].field, 'phoneNumber');
});

test('names are kept without marks that nobody sees, control characters are refused, and all scripts are taken', async () => {
  for (const sign of ['\u202e', '\u2066', '\u200f', '\u200b', '\u00ad']) {
    const answer = await book.add({ lastName: `Na${sign}kato` });
    assert.deepEqual([answer.status, answer.json.lastName], [201, 'Nakato'], sign);
  }
  for (const sign of ['\u0007', '\u2028']) {
    const answer = await book.add({ lastName: `Na${sign}kato` });
    assert.deepEqual([answer.status, answer.json.fields?.[0]?.field], [400, 'lastName'], sign);
  }
  for (const lastName of ['Nakató', 'محمد', 'क्ष']) {
    const answer = await book.add({ lastName });
    assert.deepEqual([answer.status, answer.json.lastName], [201, lastName]);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getRequest } from '@tegeka/contract/approvals.ts';
import { readHeader } from '#platform/spreadsheets/spreadsheet.ts';
import {
  activeMerchant,
  submissionOf,
  submitChange,
  submitRegistration,
  TEST_CUSTOMER,
  WITH_PDF,
} from '#testing/test-merchant.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';

const CALLS = 64;

let testServer: TestServer;
let active: Awaited<ReturnType<typeof activeMerchant>>;
before(async () => {
  testServer = await openTestServer({ DATABASE_POOL: '4' });
  active = await activeMerchant(testServer);
});
after(() => testServer.close());

type Answer = { status: number; text: string };

/** Makes the calls at the same moment, and expects each to be answered; 429 where a limit is reached. */
async function allAnswer(call: (n: number) => Promise<Answer>, ...expected: number[]) {
  const answers = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)));
  for (const { status, text } of answers)
    assert.ok(expected.includes(status), `${status} ${text.slice(0, 300)}`);
}

test('64 registrations at the same moment are all answered on 4 connections', async () => {
  const person = await testServer.merchant();
  const submission = await submissionOf(person);
  // A PDF is checked in a worker thread, for which the call waits.
  const send = (n: number) =>
    submitRegistration(person.client, submission, n % 8 === 0 ? WITH_PDF : {});
  await allAnswer(send, 201, 409, 429);
});

test('64 changes of contact data at the same moment are all answered on 4 connections', async () => {
  const { person, merchantId } = active;
  const phone = (subscriberNumber: number) => ({
    countryCode: '256',
    region: 'UG',
    subscriberNumber,
  });
  const contact = { phoneNumber: phone(414_123_456), representativePhone: phone(772_000_111) };
  await allAnswer(
    () => {
      const form = new FormData();
      form.set('contact', JSON.stringify({ ...contact, version: 1 }));
      const address = `/api/v1/merchants/${merchantId}/contact`;
      return person.client.call(address, { method: 'PUT', body: form });
    },
    200,
    409,
    429,
  );
});

test('64 requests for new details at the same moment are all answered on 4 connections', async () => {
  const { person, merchantId } = active;
  await allAnswer(
    (n) => submitChange(person.client, merchantId, { version: 1, taxNumber: `19999999${10 + n}` }),
    201,
    409,
    429,
  );
});

test('64 new customers at the same moment are all answered on 4 connections', async () => {
  const { person, merchantId } = active;
  await allAnswer(
    (n) =>
      person.client.call(`/api/v1/merchants/${merchantId}/customers`, {
        method: 'POST',
        body: { ...TEST_CUSTOMER, customerReferenceNumber: `P-${n}` },
      }),
    201,
  );
});

test('64 uploads at the same moment are all answered on 4 connections', async () => {
  const { person, merchantId } = active;
  const header = 'First Name,Last Name,Email,Customer Reference Number\n';
  await allAnswer(
    (n) => {
      const form = new FormData();
      form.set('file', new File([`${header}Grace,Nakato,g@example.com,U-${n}\n`], 'parallel.csv'));
      return person.client.call(`/api/v1/merchants/${merchantId}/customers/bulk`, {
        method: 'POST',
        body: form,
      });
    },
    202,
    409,
    429,
  );
});

test('64 decisions at the same moment are all answered on 4 connections', async () => {
  const person = await testServer.merchant();
  await submitRegistration(person.client, await submissionOf(person));
  const { client } = await testServer.operator();
  const inbox = '/api/v1/approval-requests';
  const found = await client.call(`${inbox}?search=${encodeURIComponent(person.businessName)}`);
  const [{ id }] = found.json.content;
  const { snapshotHash } = (await client.call(`${inbox}/${id}`)).as(getRequest);
  const body = { decision: 'APPROVE', snapshotHash };
  await allAnswer(
    () => client.call(`${inbox}/${id}/decisions`, { method: 'POST', body }),
    200,
    409,
  );
});

test('work that asks for a second connection while it holds one is an error', async () => {
  const { db } = testServer.ctx;
  const nested = db.asPlatform('outer', () => db.asPlatform('inner', async () => null));
  await assert.rejects(nested, /inner asks for a second connection while outer holds one/);
  // The header of a workbook takes long to read and needs no database.
  const upload = { name: 'a.xlsx', mediaType: '', size: 0, sha256: '', path: '/dev/null' };
  const reading = db.asPlatform('outer', () =>
    readHeader(
      upload,
      () => 0,
      () => '',
    ),
  );
  await assert.rejects(reading, /reading a header would keep a connection waiting while outer/);
  const next = await db.asPlatform('outer', async () => 'done');
  assert.equal(next, 'done');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getBusinessProfile } from '@tegeka/contract/merchants/merchant-profile.ts';
import { sql } from 'kysely';
import { logoOf, pdfOf } from '#demo/demo-files.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { activeMerchant } from '#testing/test-merchant.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const phone = (subscriberNumber: number) => ({
  countryCode: '256',
  region: 'UG',
  subscriberNumber,
});

async function business() {
  const { person, merchantId } = await activeMerchant(testServer);
  const address = `/api/v1/merchants/${merchantId}`;
  const put = (contact: Record<string, unknown>, logo?: Buffer) => {
    const form = new FormData();
    form.set('contact', JSON.stringify(contact));
    if (logo) form.set('logo', new File([new Uint8Array(logo)], 'new-logo.png'));
    return person.client.call(`${address}/contact`, { method: 'PUT', body: form });
  };
  const profile = async () =>
    (await person.client.call(`${address}/profile`)).as(getBusinessProfile);
  return { person, merchantId, put, profile };
}

test('contact data change at once, and what they were is on record', async () => {
  const { person, merchantId, put, profile } = await business();
  const before_ = await profile();
  const contact = { phoneNumber: phone(414_123_456), representativePhone: phone(772_000_111) };
  const changed = await put({ ...contact, version: 1 }, logoOf([1, 2, 3]));
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.json.contact, contact);
  assert.equal(changed.json.contactVersion, 2);
  assert.equal(changed.json.logo.name, 'new-logo.png');
  assert.deepEqual(await profile(), changed.json);
  assert.equal(before_.detailsVersion, changed.json.detailsVersion);
  const shell = await person.client.call(`/api/v1/merchants/organization/${person.organizationId}`);
  assert.equal(shell.json.logoUrl, changed.json.logo.url);
  const { changes } = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'updateContact')
      .where('entity_id', '=', merchantId)
      .executeTakeFirstOrThrow(),
  );
  assert.deepEqual(Object.keys(Object(changes)), ['logo', 'phoneNumber', 'representativePhone']);
});

test('the representative is written which contact data somebody changed, and only when some did', async () => {
  const { person, put, profile } = await business();
  const { contact } = await profile();
  const messages = async () =>
    (await testServer.outbox(person.email)).filter(({ subject }) =>
      /contact data/.test(subject ?? ''),
    );
  assert.equal((await put({ ...contact, version: 1 })).status, 200);
  assert.equal((await messages()).length, 0);
  assert.equal(
    (await put({ ...contact, phoneNumber: phone(414_123_456), version: 2 })).status,
    200,
  );
  const [message, ...more] = await messages();
  assert.equal(more.length, 0);
  assert.match(message?.text ?? '', /- Phone Number\n\n/);
  assert.doesNotMatch(message?.text ?? '', /414[ -]?123[ -]?456/);
});

test('of two who change the contact data the second is told, and nothing of it is taken', async () => {
  const { put, profile } = await business();
  const { contact } = await profile();
  const both = await Promise.all([
    put({ ...contact, phoneNumber: phone(414_123_456), version: 1 }),
    put({ ...contact, phoneNumber: phone(414_999_999), version: 1 }),
  ]);
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]));
  assert.equal(both.find(({ status }) => status === 409)?.json.code, 'CONTACT_CHANGED');
  const taken = both.find(({ status }) => status === 200)?.json.contact;
  assert.deepEqual((await profile()).contact, taken);
});

test('contact data are checked field by field, and files by their content', async () => {
  const { put, profile } = await business();
  const { contact } = await profile();
  const landline = await put({ ...contact, representativePhone: phone(414_123_456), version: 1 });
  assert.equal(landline.status, 400);
  assert.match(landline.json.fields[0].field, /^representativePhone/);
  const wrong = await put({ ...contact, version: 1 }, pdfOf('no picture'));
  assert.equal(wrong.json.code, 'FILE_TYPE_WRONG');
  assert.equal((await profile()).contactVersion, 1);
});

test('an active business’s own transaction changes contact data and nothing that was reviewed', async () => {
  const { person, merchantId } = await business();
  const as = (statement: ReturnType<typeof sql>) =>
    testServer.ctx.db.asTenant(person.organizationId, (tx) => statement.execute(tx));
  const { numAffectedRows } = await as(
    sql`update merchants set representative_phone = 772000112 where id = ${merchantId}`,
  );
  assert.equal(numAffectedRows, 1n);
  for (const statement of [
    sql`update merchants set business_name = 'Mine' where id = ${merchantId}`,
    sql`update merchants set state = 'ACTION_REQUIRED', revision = 9 where id = ${merchantId}`,
    sql`update merchants set representative_email = 'me@example.com' where id = ${merchantId}`,
  ])
    await assert.rejects(as(statement), /permission denied/);
  const account = await as(
    sql`update merchant_bank_accounts set account_last_four = '6789'
      where merchant_id = ${merchantId}`,
  );
  assert.equal(account.numAffectedRows, 0n);
});

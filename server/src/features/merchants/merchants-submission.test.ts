import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { MerchantSubmission } from '@tegeka/contract/merchants/merchant-registration.ts';
import { logoOf, pdfOf } from '#demo/demo-files.ts';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';
import {
  submissionOf,
  type SubmittedFiles,
  submitRegistration,
  WITH_PDF,
} from '#testing/test-merchant.ts';

let testServer: TestServer;
let person: TestPerson;
let merchant: MerchantSubmission;
before(async () => {
  testServer = await openTestServer();
  person = await testServer.merchant();
  merchant = await submissionOf(person);
});
after(() => testServer.close());

/** The refusal of a submission, which must leave nothing behind. */
async function refusalOf(change: Partial<MerchantSubmission>, files: SubmittedFiles = {}) {
  const { status, json } = await submitRegistration(
    person.client,
    { ...merchant, ...change },
    files,
  );
  const profile = `/api/v1/merchants/organization/${person.organizationId}`;
  assert.equal((await person.client.call(profile)).status, 404);
  const field: string | undefined = json.fields?.[0].field;
  return { status, code: String(json.code), field };
}

test('files that are missing, empty, false, cut off or too large are refused by name', async () => {
  const logo = logoOf([1, 1, 1]);
  const certificate = pdfOf('Certificate');
  const tooLarge = Buffer.concat([logo, Buffer.alloc(2 * 1024 * 1024)]);
  const cases: [SubmittedFiles, number, string, string][] = [
    [{ logo: null }, 422, 'FILE_MISSING', 'logo'],
    [{ certificateOfIncorporation: null }, 422, 'FILE_MISSING', 'certificateOfIncorporation'],
    [{ logo: Buffer.alloc(0) }, 422, 'FILE_EMPTY', 'logo'],
    [{ logo: certificate }, 422, 'FILE_TYPE_WRONG', 'logo'],
    [{ logo: Buffer.from('<svg onload="alert(1)"/>') }, 422, 'FILE_TYPE_WRONG', 'logo'],
    [{ logo: logo.subarray(0, logo.length - 40) }, 422, 'FILE_DAMAGED', 'logo'],
    [
      { certificateOfIncorporation: certificate.subarray(0, 300) },
      422,
      'FILE_DAMAGED',
      'certificateOfIncorporation',
    ],
    [{ logo: tooLarge }, 413, 'FILE_TOO_LARGE', 'logo'],
  ];
  for (const [files, status, code, field] of cases)
    assert.deepEqual(await refusalOf({}, files), { status, code, field });
});

test('documents of the full size are taken', async () => {
  const fresh = await testServer.merchant();
  const padded = (bytes: number) => pdfOf('x'.repeat(bytes - pdfOf('').length - 20));
  const certificateOfIncorporation = padded(10 * 1024 * 1024);
  const sent = await submitRegistration(fresh.client, await submissionOf(fresh), {
    certificateOfIncorporation,
  });
  assert.equal(sent.status, 201, sent.text);
  const address = `/api/v1/merchants/${sent.json.merchantId}/registration`;
  const { size, url } = (await fresh.client.call(address)).json.certificateOfIncorporation;
  assert.equal(size, certificateOfIncorporation.length);
  const back = await fresh.client.call(url);
  assert.equal(Buffer.byteLength(back.text, 'utf8'), size);
});

test('another organization, bank or person is refused', async () => {
  const other = await testServer.merchant();
  const foreign = await refusalOf({ organizationId: other.organizationId });
  assert.deepEqual([foreign.status, foreign.code], [404, 'NOT_FOUND']);
  const [account] = merchant.bankAccounts;
  assert.ok(account);
  const bankId = '00000000-0000-4000-8000-000000000000';
  const bank = await refusalOf({ bankAccounts: [{ ...account, bankId }] });
  const field = 'bankAccounts.0.bankId';
  assert.deepEqual(bank, { status: 422, code: 'BANK_UNKNOWN', field });
  // Known, but of Tier II and not in the list.
  const tierTwo = { ...account, bankId: '0193b001-0000-7000-8000-000000000018' };
  assert.equal((await refusalOf({ bankAccounts: [tierTwo] })).code, 'BANK_UNKNOWN');
  const stranger = { ...merchant.userInfo, email: 'somebody@example.com' };
  const mail = await refusalOf({ userInfo: stranger });
  assert.deepEqual(mail, { status: 400, code: 'INPUT_INVALID', field: 'userInfo.email' });
});

test('fields that break the rules are named', async () => {
  const [account] = merchant.bankAccounts;
  assert.ok(account);
  const { businessAddress: address, phoneNumber } = merchant;
  const cases: [Partial<MerchantSubmission>, string][] = [
    [{ taxNumber: '123' }, 'taxNumber'],
    [{ registrationNumber: 'a b' }, 'registrationNumber'],
    [{ businessName: 'x' }, 'businessName'],
    [{ businessName: 'two\nlines' }, 'businessName'],
    [{ businessName: 'Nile \u0007Sredart' }, 'businessName'],
    [{ userInfo: { ...merchant.userInfo, lastName: 'Oke\u2028llo' } }, 'userInfo.lastName'],
    [{ bankAccounts: [] }, 'bankAccounts'],
    [{ bankAccounts: [account, account] }, 'bankAccounts'],
    [{ bankAccounts: [{ ...account, accountNumber: '12345678' }] }, 'bankAccounts.0.accountNumber'],
    [{ businessAddress: { ...address, countryCode: 'KE' } }, 'businessAddress.countryCode'],
    [{ businessAddress: { ...address, postalCode: '' } }, 'businessAddress.postalCode'],
    [{ phoneNumber: { ...phoneNumber, subscriberNumber: 1 } }, 'phoneNumber.subscriberNumber'],
  ];
  for (const [change, field] of cases)
    assert.deepEqual(await refusalOf(change), { status: 400, code: 'INPUT_INVALID', field });
});

test('a registration is kept as it was sent, and given back for correction', async () => {
  const fresh = await testServer.merchant();
  const own = { ...(await submissionOf(fresh)), phoneNumber: merchant.phoneNumber };
  const { status, json } = await submitRegistration(fresh.client, own, WITH_PDF);
  assert.equal(status, 201);
  assert.equal(json.merchantState, 'PENDING_APPROVAL');
  const address = `/api/v1/merchants/${json.merchantId}/registration`;
  const kept = (await fresh.client.call(address)).json;
  assert.deepEqual(kept.merchant, own);
  assert.equal(kept.bankName, 'Absa Bank Uganda');
  assert.equal(kept.logo.name, 'logo.png');
  assert.equal(kept.certificateOfIncorporation.mediaType, 'application/pdf');
  const profile = await fresh.client.call(`/api/v1/merchants/organization/${fresh.organizationId}`);
  assert.equal(profile.json.id, json.merchantId);
  assert.equal(profile.json.businessName, fresh.businessName);
  assert.equal(profile.json.logoUrl, kept.logo.url);
  assert.equal(profile.json.review, null);
  const [message] = await testServer.outbox(fresh.email);
  assert.equal(message?.subject, `${fresh.businessName} was submitted`);
});

test('the same again is one business, something else while it waits is refused', async () => {
  const fresh = await testServer.merchant();
  const own = await submissionOf(fresh);
  const first = await submitRegistration(fresh.client, own);
  const again = await submitRegistration(fresh.client, own);
  assert.equal(again.status, 201);
  assert.deepEqual(again.json, first.json);
  assert.equal((await testServer.outbox(fresh.email)).length, 1);
  const others: [MerchantSubmission, SubmittedFiles][] = [
    [{ ...own, taxNumber: '1111111111' }, {}],
    [{ ...own, userInfo: { ...own.userInfo, lastName: 'Corrected' } }, {}],
    [own, { logo: logoOf([200, 0, 0]) }],
  ];
  for (const [changed, files] of others) {
    const { status, json } = await submitRegistration(fresh.client, changed, files);
    assert.equal(status, 409);
    assert.equal(json.code, 'MERCHANT_ALREADY_REGISTERED');
  }
});

test('what belongs to another business is not found', async () => {
  const [owner, other] = [await testServer.merchant(), await testServer.merchant()];
  const { json } = await submitRegistration(owner.client, await submissionOf(owner));
  const { merchantId } = json;
  const registration = `/api/v1/merchants/${merchantId}/registration`;
  for (const [address, method] of [
    [`/api/v1/merchants/organization/${owner.organizationId}`, 'GET'],
    [registration, 'GET'],
    [`${registration}/withdrawal`, 'POST'],
  ] as const) {
    const answer = await other.client.call(address, { method });
    assert.equal(answer.status, 404, address);
    assert.equal(answer.json.code, 'NOT_FOUND');
  }
});

test('an organization that submits without end is slowed down', async () => {
  const fresh = await testServer.merchant();
  const own = await submissionOf(fresh);
  const codes: string[] = [];
  for (let n = 0; n < 31; n += 1) {
    const { status, json } = await submitRegistration(fresh.client, own, { logo: null });
    codes.push(`${status} ${json.code}`);
  }
  assert.deepEqual(new Set(codes.slice(0, 30)), new Set(['422 FILE_MISSING']));
  assert.equal(codes[30], '429 TOO_MANY_REQUESTS');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { confirmByMessages } from '#features/banks/banks-store.ts';
import { logoOf } from '#demo/demo-files.ts';
import {
  decideMandate,
  mandateRequest,
  openBank,
  openPayer,
  openShop,
  payerAccount,
  until,
} from '#testing/test-mandate.ts';
import { activeMerchant, TEST_CUSTOMER } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

async function shop() {
  const merchant = await openShop(testServer);
  const { client, payer } = merchant;
  const account = await payerAccount(testServer);
  const upload = (id: string, scan?: Blob, name = 'scan.pdf') => {
    const body = new FormData();
    if (scan) body.set('scan', scan, name);
    return client.call(`${payer.mandates}/${id}/form`, { method: 'POST', body });
  };
  const waiting = async () => (await payer.create({ consentWay: 'FORM', ...account })).json;
  const one = async (id: string) => (await client.call(`${payer.mandates}/${id}`)).json;
  return { ...merchant, account, upload, waiting, one };
}

async function scanOf(text: string): Promise<Blob> {
  const document = await PDFDocument.create();
  document.addPage().drawText(text);
  return new Blob([Buffer.from(await document.save())]);
}

test('a form is printed, signed and uploaded; officers see the scan and decide', async () => {
  const merchant = await shop();
  const { id, reference, state } = await merchant.waiting();
  assert.equal(state, 'PENDING_VERIFICATION');
  const form = await merchant.client.call(`${merchant.mandates}/${id}/form`);
  assert.deepEqual([form.status, form.headers['content-type']], [200, 'application/pdf']);
  const uploaded = await merchant.upload(id, await scanOf('Signed'));
  assert.deepEqual(
    [uploaded.status, uploaded.json.state],
    [200, 'PENDING_APPROVAL'],
    uploaded.text,
  );
  assert.equal((await merchant.upload(id, await scanOf('Again'))).json.code, 'MANDATE_STATE');
  const { fields } = await mandateRequest(officer, reference);
  const scan = fields.find(({ key }: { key: string }) => key === 'form');
  assert.deepEqual(
    [scan.kind, scan.value, scan.mediaType],
    ['file', 'scan.pdf', 'application/pdf'],
  );
  assert.match((await officer.client.call(scan.fileUrl)).text, /^%PDF-/);
  const stranger = await testServer.banker();
  assert.equal((await stranger.client.call(scan.fileUrl)).status, 404);
  assert.equal((await decideMandate(officer, reference, { decision: 'APPROVE' })).status, 200);
  assert.equal((await merchant.one(id)).state, 'ACTIVE');
  const { content } = (await merchant.client.call(`${merchant.mandates}/${id}/evidence`)).json;
  const [{ kind, way, payerName, phone, document }] = content;
  assert.deepEqual([kind, way, payerName, phone], ['CONSENTED', 'FORM', 'Grace Nakato', null]);
  assert.equal((await merchant.client.call(document.url)).status, 200);
});

test('a payer without a mobile number is told by email, and of no page that needs one', async () => {
  const merchant = await shop();
  const { customerId } = await merchant.terms();
  const path = merchant.mandates.replace('mandates', `customers/${customerId}`);
  const { email, customerReferenceNumber, version } = (await merchant.client.call(path)).json;
  const own = { email, customerReferenceNumber, version, phoneNumber: null };
  const body = { ...TEST_CUSTOMER, ...own };
  assert.equal((await merchant.client.call(path, { method: 'PUT', body })).status, 200);
  const { id, reference } = await merchant.waiting();
  await merchant.upload(id, await scanOf('Signed'));
  await decideMandate(officer, reference, { decision: 'APPROVE' });
  const [told] = await testServer.outbox(email);
  assert.match(told?.subject ?? '', /^Your bank has confirmed/);
  assert.match(told?.text ?? '', /To stop it, tell .* or your bank\./);
});

test('a form is refused at a bank whose officers do not decide here', async () => {
  const merchant = await shop();
  const { ctx } = testServer;
  const banks = (await testServer.stranger().call('/api/v1/banks')).json;
  const { id: bankId } = banks.find(({ id }: { id: string }) => id !== merchant.account.bankId);
  const create = (consentWay: string) =>
    merchant.create({ ...merchant.account, bankId, consentWay });
  assert.equal((await create('FORM')).json.fields[0].field, 'bankId');
  await ctx.db.asPlatform('test', confirmByMessages);
  const refused = await create('FORM');
  assert.deepEqual(
    [refused.status, refused.json.fields[0].field],
    [400, 'consentWay'],
    refused.text,
  );
  assert.match(refused.json.fields[0].message, /This bank does not accept signed forms/);
  assert.equal((await create('SMS')).status, 201);
  // What would be refused is not offered.
  const path = merchant.mandates.replace('/mandates', '/mandate-banks');
  const offered: { id: string; takesForms: boolean }[] = (await merchant.client.call(path)).json;
  const takes = new Map(offered.map(({ id, takesForms }) => [id, takesForms]));
  assert.equal(takes.get(bankId), false);
  assert.equal(takes.get(merchant.account.bankId), true);
  for (const { id } of banks)
    if (!takes.has(id))
      assert.equal((await merchant.create({ ...merchant.account, bankId: id })).status, 400);
});

test('officers read which consent goes on in a replacement, and see its form', async () => {
  const merchant = await shop();
  const { id, reference } = await merchant.waiting();
  await merchant.upload(id, await scanOf('Signed'));
  await decideMandate(officer, reference, { decision: 'APPROVE' });
  const body = { ...(await merchant.payer.terms()), customerId: undefined, amount: 200_000 };
  const path = `${merchant.mandates}/${id}/replace`;
  const { json } = await merchant.client.call(path, { method: 'POST', body });
  assert.equal(json.state, 'PENDING_APPROVAL', JSON.stringify(json));
  const { fields } = await mandateRequest(officer, json.reference);
  const read = new Map(fields.map((one: { key: string; value: string }) => [one.key, one.value]));
  assert.equal(
    read.get('consentWay'),
    `The consent to ${reference} goes on: no limit rises. A signed form`,
  );
  assert.deepEqual([read.get('replaces'), read.get('form')], [reference, 'scan.pdf']);
});

test('a form is taken only while officers of the bank decide here', async (t) => {
  const merchant = await shop();
  const { id, reference } = await merchant.waiting();
  const { id: other } = await merchant.waiting();
  await merchant.upload(id, await scanOf('Signed'));
  await decideMandate(officer, reference, { decision: 'APPROVE' });
  const confirmsBy = (by: string) =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      tx
        .updateTable('banks')
        .set({ confirms_by: by })
        .where('id', '=', merchant.account.bankId)
        .execute(),
    );
  await confirmsBy('MESSAGES');
  t.after(() => confirmsBy('OFFICERS'));
  const refused = await merchant.upload(other, await scanOf('Signed'));
  assert.equal(refused.json.fields[0].field, 'scan', refused.text);
  assert.match(refused.json.fields[0].message, /This bank does not accept signed forms/);
  const body = { ...(await merchant.payer.terms()), customerId: undefined, amount: 200_000 };
  const path = `${merchant.mandates}/${id}/replace`;
  const replaced = await merchant.client.call(path, { method: 'POST', body });
  assert.equal(replaced.json.fields[0].field, 'consentWay', replaced.text);
});

test('only a scan is taken as a signed form: PDF, JPG or PNG, whole and without scripts', async () => {
  const merchant = await shop();
  const { id } = await merchant.waiting();
  const script = await PDFDocument.create();
  script.addPage();
  script.addJavaScript('main', 'app.alert(1)');
  const wrong: [Blob | undefined, string][] = [
    [undefined, 'FILE_MISSING'],
    [new Blob([]), 'FILE_EMPTY'],
    [new Blob(['I agree']), 'FILE_TYPE_WRONG'],
    [new Blob([(await scanOf('Cut')).slice(0, 300)]), 'FILE_DAMAGED'],
    [new Blob([Buffer.from(await script.save())]), 'FILE_TYPE_WRONG'],
  ];
  for (const [scan, code] of wrong) {
    const { status, json } = await merchant.upload(id, scan);
    assert.deepEqual([status, json.code], [422, code]);
    assert.equal(json.fields[0].field, 'scan');
  }
  assert.equal((await merchant.one(id)).state, 'PENDING_VERIFICATION');
  assert.equal((await merchant.upload(id, new Blob([logoOf([1, 2, 3])]), 'a.png')).status, 200);
});

test('of many uploads at once one counts', async () => {
  const merchant = await shop();
  const { id } = await merchant.waiting();
  const scan = await scanOf('Signed');
  const answers = await Promise.all(Array.from({ length: 8 }, () => merchant.upload(id, scan)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const { content } = (await merchant.client.call(`${merchant.mandates}/${id}/evidence`)).json;
  assert.equal(content.length, 1);
});

test('there is no form and no upload for a mandate that is agreed to on the page', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const form = await merchant.client.call(`${merchant.mandates}/${id}/form`);
  assert.equal(form.json.code, 'MANDATE_STATE');
  assert.equal((await merchant.upload(id, await scanOf('Signed'))).json.code, 'MANDATE_STATE');
});

test('a QR code has a link of its own each time, and none for a form or an answered mandate', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const qr = (of: string) =>
    merchant.client.call(`${merchant.mandates}/${of}/qr`, { method: 'POST', body: {} });
  const [one, other] = [await qr(id), await qr(id)];
  assert.equal(one.status, 200, one.text);
  assert.match(one.json.path, /^(M\d+ \d+h1v1h-1z)+$/);
  assert.notEqual(one.json.path, other.json.path);
  const links = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx.selectFrom('consent_links').select('token_hash').where('mandate_id', '=', id).execute(),
  );
  assert.equal(links.length, 3, 'that of the SMS and two codes');
  assert.equal((await qr((await merchant.waiting()).id)).json.code, 'MANDATE_STATE');
  const cancel = `${merchant.mandates}/${id}/cancel`;
  await merchant.client.call(cancel, { method: 'POST', body: { reason: 'They have moved' } });
  assert.equal((await qr(id)).json.code, 'MANDATE_STATE');
});

test('a request stays open for seven days from the newest QR code', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const texts = async () =>
    (await testServer.outbox(merchant.phoneNumber)).filter(({ text }) =>
      text.includes('/mandates/'),
    ).length;
  for (const [days, sent] of [
    [2, 2],
    [3, 3],
  ] as const) {
    testServer.clock.advance(days * DAY_MS + 60_000);
    await until(async () => (await texts()) === sent);
  }
  testServer.clock.advance(6 * DAY_MS);
  const path = `${merchant.mandates}/${id}`;
  const later = await testServer.signIn('MERCHANT', merchant.email);
  await later.call(`${path}/qr`, { method: 'POST', body: {} });
  const { person, merchantId } = await activeMerchant(testServer);
  const other = await openPayer(testServer, { client: person.client, merchantId });
  await other.create();
  testServer.clock.advance(6 * DAY_MS);
  // What is due until then has happened.
  await until(async () => (await testServer.outbox(other.phoneNumber)).length === 3);
  const then = await testServer.signIn('MERCHANT', merchant.email);
  assert.equal((await then.call(path)).json.state, 'PENDING_VERIFICATION');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { drawInThread } from '#platform/documents/pdf-document.ts';
import {
  activeMandate,
  consentedMandate,
  decideMandate,
  mandateRequest,
  MONTHLY,
  openBank,
  openShop,
  visitPage,
} from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

const shop = () => openShop(testServer);

test('a merchant reads what the payer has agreed to, with who, when, how and what was shown', async () => {
  const merchant = await shop();
  const id = await activeMandate(testServer, officer, merchant, MONTHLY);
  const { json } = await merchant.client.call(`${merchant.mandates}/${id}/evidence`);
  assert.equal(json.content.length, 1);
  const [{ kind, way, payerName, phone, shown, shownHash, reason }] = json.content;
  assert.deepEqual(
    [kind, way, payerName, phone, reason],
    ['CONSENTED', 'PAGE', 'Grace Nakato', merchant.phoneNumber, null],
  );
  assert.match(shown, /may take up to USh 250,000 from your account each month/);
  assert.match(shownHash, /^[0-9a-f]{64}$/);
  assert.doesNotMatch(JSON.stringify(json), /903000555566/);
});

test('payer, officers and evidence read what it is for, by the name that the payer agreed to', async () => {
  const merchant = await shop();
  const product = await merchant.addProduct('School fees');
  const terms = { productId: product.id };
  const { id, reference, link } = await consentedMandate(testServer, merchant, {}, terms);
  const [, asked] = await testServer.outbox(merchant.phoneNumber);
  assert.match(asked?.text ?? '', /until you stop it\. For School fees\. Read it/);
  assert.match((await visitPage(testServer, link)).text, /has been answered/);
  const { fields } = await mandateRequest(officer, reference);
  const { value } = fields.find(({ key }: { key: string }) => key === 'terms');
  assert.match(value, /^For School fees\. Taken each month/);
  await merchant.renameProduct(product, 'Bus fees');
  assert.equal((await decideMandate(officer, reference, { decision: 'APPROVE' })).status, 200);
  const [told] = await testServer.outbox(merchant.phoneNumber);
  assert.match(told?.text ?? '', /^Your bank has confirmed: .* For School fees\./);
  const one = `${merchant.mandates}/${id}`;
  const { json } = await merchant.client.call(one);
  assert.deepEqual([json.product.name, json.paymentFor], ['Bus fees', 'School fees']);
  const { content } = (await merchant.client.call(`${one}/evidence`)).json;
  assert.match(content[0].shown, /\nFor School fees\nTaken each month/);
  // Without a product nothing is said.
  await merchant.create();
  const page = await visitPage(testServer, await merchant.link());
  assert.doesNotMatch(page.text, /<li>For /);
  await merchant.create({ productId: product.id });
  const other = await visitPage(testServer, await merchant.link());
  assert.match(other.text, /<li>For Bus fees<\/li>/);
});

test('a mandate is fetched as a PDF, also while nobody has answered, and each time is on record', async () => {
  const merchant = await shop();
  const waiting = (await merchant.create()).json;
  const id = await activeMandate(testServer, officer, merchant);
  for (const mandateId of [waiting.id, id]) {
    const path = `${merchant.mandates}/${mandateId}`;
    const { reference } = (await merchant.client.call(path)).json;
    const { status, headers, bytes } = await merchant.client.call(`${path}/document`);
    assert.deepEqual([status, headers['content-type']], [200, 'application/pdf']);
    assert.match(String(headers['content-disposition']), new RegExp(`mandate-${reference}\\.pdf`));
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
    assert.ok(bytes.length < 100_000, String(bytes.length));
  }
  const looks = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('audit')
      .select(['user_id', 'entity_id'])
      .where('action', '=', 'getMandateDocument')
      .orderBy('entity_id')
      .execute(),
  );
  assert.deepEqual(looks, [
    { user_id: merchant.userId, entity_id: waiting.id },
    { user_id: merchant.userId, entity_id: id },
  ]);
});

test('a PDF goes on on further pages and writes the letters of every language of Uganda', async () => {
  const word = 'Ŋŋaali Ssebunya Ɨtééso ';
  const bytes = await drawInThread({
    title: 'Long',
    fileName: 'long.pdf',
    at: new Date(0),
    blocks: [
      { kind: 'title', text: word },
      { kind: 'text', text: word.repeat(800) },
      { kind: 'rows', rows: [['A hash', 'f'.repeat(5000)]] },
      { kind: 'line', label: 'Signature' },
    ],
  });
  const document = await PDFDocument.load(bytes);
  assert.equal(document.getTitle(), 'Long');
  assert.ok(document.getPageCount() > 4, String(document.getPageCount()));
  assert.ok(bytes.length < 200_000, 'of the fonts only what is needed');
});

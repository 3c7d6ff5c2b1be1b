import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { pdfOf } from '#demo/demo-files.ts';
import { SMS_PART } from '#platform/sms-text.ts';
import { decideMandate, mandateRequest, openBank, until } from '#testing/test-mandate.ts';
import type { TestAnswer, TestClient } from '#testing/test-client.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { openCollectedDebits } from './disputes-test-debit.ts';
import { DISPUTE_MESSAGES } from './disputes-templates.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer({ TRUST_PROXY: '127.0.0.1' });
  officer = await openBank(testServer);
});
after(() => testServer.close());

const { collectedDebit } = openCollectedDebits(() => ({ testServer, officer }));

const REASON = 'I left the school in May';
const ANSWER = 'The contract was signed for the whole year.';

/** A debit that its payer has disputed. */
async function disputedDebit() {
  const debit = await collectedDebit();
  await debit.visit(debit.path, { reason: REASON });
  return debit;
}

type Debit = Awaited<ReturnType<typeof collectedDebit>>;

function answer(client: TestClient, own: string, documents = 0): Promise<TestAnswer> {
  const form = new FormData();
  form.set('answer', JSON.stringify({ text: ANSWER }));
  for (let n = 1; n <= documents; n += 1)
    form.set(`file${n}`, new File([new Uint8Array(pdfOf(`Contract ${n}`))], `contract-${n}.pdf`));
  return client.call(`${own}/dispute/answer`, { method: 'POST', body: form });
}

const answerOf = ({ merchant, own }: Debit, documents = 0) =>
  answer(merchant.client, own, documents);

/** The newest text to an address that begins as it should. */
const newest = (to: string, pattern: RegExp) =>
  until(async () => (await testServer.outbox(to)).find(({ text }) => pattern.test(text))?.text);

test('a business is told of a dispute, answers with documents, and the bank reads both when it decides', async () => {
  const debit = await disputedDebit();
  const { merchant, own } = debit;
  const told = await newest(merchant.businessEmail, /disputes the debit of USh 120,000/);
  assert.match(told, /I left the school in May/);
  assert.match(told, new RegExp(`Until .* you can tell the bank.*/transactions/${debit.id}`, 's'));

  const { json: open } = await merchant.client.call(`${own}/dispute`);
  assert.deepEqual([open.state, open.reason, open.openedBy], ['OPEN', REASON, 'PAYER']);
  assert.equal(open.answer, null);
  const first = await mandateRequest(officer, debit.reference);
  const parts = (request: typeof first) =>
    Object.fromEntries(
      request.fields.map((field: { key: string; value: string }) => [field.key, field.value]),
    );
  assert.match(parts(first).answer, /It can answer until/);

  const answered = await answerOf(debit, 2);
  assert.equal(answered.status, 200, answered.text);
  assert.equal(answered.json.answer.text, ANSWER);
  const now = await mandateRequest(officer, debit.reference);
  assert.deepEqual(
    [parts(now).answer, parts(now).document1, parts(now).document2],
    [ANSWER, 'contract-1.pdf', 'contract-2.pdf'],
  );
  const { fileUrl } = now.fields.find(({ key }: { key: string }) => key === 'document2');
  assert.equal((await officer.client.call(fileUrl)).status, 200);
  assert.equal((await merchant.client.call(fileUrl)).status, 200);

  // Who has read the request before the answer came has to read it again.
  const stale = {
    method: 'POST',
    body: { decision: 'APPROVE', snapshotHash: first.snapshotHash },
  };
  const early = await officer.client.call(`/api/v1/approval-requests/${now.id}/decisions`, stale);
  assert.deepEqual([early.status, early.json.code], [409, 'REQUEST_CHANGED']);

  const body = { decision: 'REJECT', code: 'AGREED', comment: 'The contract is clear.' };
  assert.equal((await decideMandate(officer, debit.reference, body)).status, 200);
  const why = 'The debit keeps to what the payer has agreed to. The contract is clear.';
  const ended = await newest(merchant.businessEmail, /has refused it\. The debit stands\./);
  assert.ok(ended.includes(why));
  const sms = await newest(merchant.phoneNumber, /has refused your dispute of USh 120,000/);
  assert.ok(sms.length <= SMS_PART && /consumer\./.test(sms), sms);
  assert.ok((await debit.shown()).includes(why));
  const { json: refused } = await merchant.client.call(`${own}/dispute`);
  assert.deepEqual([refused.state, refused.refusal], ['REFUSED', why]);
  const kinds = (await debit.history()).map(([kind]: [string]) => kind);
  assert.deepEqual(kinds, ['DISPUTE_REFUSED', 'DISPUTE_ANSWERED', 'DISPUTED']);
});

test('a dispute that was opened again can be answered again, and the first answer is gone', async () => {
  const debit = await disputedDebit();
  await answerOf(debit, 1);
  const body = { decision: 'REJECT', code: 'AGREED', comment: 'The term began in April.' };
  const refused = await decideMandate(officer, debit.reference, body);
  assert.equal(refused.status, 200, refused.text);
  const late = await answerOf(debit);
  assert.deepEqual([late.status, late.json.code], [409, 'DISPUTE_ANSWERED']);
  await debit.visit(debit.path, { reason: 'I have a letter' });
  const { json } = await debit.merchant.client.call(`${debit.own}/dispute`);
  assert.deepEqual([json.state, json.reason, json.answer], ['OPEN', 'I have a letter', null]);
  assert.equal((await answerOf(debit)).status, 200);
});

test('of ten answers at once one counts', async () => {
  const debit = await disputedDebit();
  const answers = await Promise.all(Array.from({ length: 10 }, () => answerOf(debit)));
  const count = (status: number) => answers.filter((one) => one.status === status).length;
  assert.deepEqual([count(200), count(409)], [1, 9]);
});

test('an answer and a decision at the same moment do not wait for each other', async () => {
  for (let round = 0; round < 6; round += 1) {
    const debit = await disputedDebit();
    const [answered, decided] = await Promise.all([
      answerOf(debit),
      decideMandate(officer, debit.reference, { decision: 'APPROVE' }),
    ]);
    const ends = [answered, decided].map(({ status, json }) => (status === 200 ? 200 : json.code));
    assert.ok(
      [
        [200, 'REQUEST_CHANGED'],
        [200, 200],
        ['DISPUTE_NOT_OPEN', 200],
      ].some((expected) => expected.join() === ends.join()),
      ends.join(),
    );
  }
});

test('nobody else answers or reads a dispute, and what is not disputed has none', async () => {
  const [debit, stranger] = [await disputedDebit(), await collectedDebit()];
  const foreign = debit.own.replace(debit.merchant.merchantId, stranger.merchant.merchantId);
  for (const own of [debit.own, foreign, stranger.own]) {
    assert.equal((await answer(stranger.merchant.client, own)).status, 404, own);
    assert.equal((await stranger.merchant.client.call(`${own}/dispute`)).status, 404, own);
  }
  const { json } = await debit.merchant.client.call(`${debit.own}/dispute`);
  assert.equal(json.answer, null);
});

test('the list of a business is narrowed to what is disputed', async () => {
  const [debit, stranger] = [await disputedDebit(), await disputedDebit()];
  const list = debit.own.slice(0, debit.own.lastIndexOf('/'));
  const found = async (dispute: string) => {
    const { content } = (await debit.merchant.client.call(`${list}?dispute=${dispute}`)).json;
    return content.map((one: { id: string; dispute: string }) => [one.id, one.dispute]);
  };
  assert.deepEqual(await found('ANY'), [[debit.id, 'OPEN']]);
  assert.deepEqual(await found('OPEN'), [[debit.id, 'OPEN']]);
  assert.deepEqual(await found('ACCEPTED'), []);
  await decideMandate(officer, debit.reference, { decision: 'APPROVE' });
  assert.deepEqual(await found('ANY'), [[debit.id, 'ACCEPTED']]);
  assert.deepEqual(await found('OPEN'), []);
  const accepted = await newest(debit.merchant.businessEmail, /has accepted it/);
  assert.match(accepted, /taken from what is due to you once the return has come/);
  assert.notEqual(stranger.id, debit.id);
});

test('an officer disputes for a customer at the counter, and a colleague decides', async () => {
  const debit = await collectedDebit();
  const path = `/api/v1/transactions/${debit.id}/dispute`;
  const open = (client: TestClient) =>
    client.call(path, { method: 'POST', body: { reason: REASON } });
  assert.equal((await officer.client.call(path)).status, 404);
  const elsewhere = await openBank(testServer, 'CERBUGKA');
  assert.equal((await open(elsewhere.client)).status, 404);
  assert.equal((await open(debit.merchant.client)).status, 403);
  const opened = await open(officer.client);
  assert.equal(opened.status, 200, opened.text);
  assert.deepEqual([opened.json.state, opened.json.openedBy], ['OPEN', 'BANK']);
  const twice = await open(officer.client);
  assert.deepEqual([twice.status, twice.json.code], [409, 'DISPUTE_EXISTS']);
  assert.equal((await elsewhere.client.call(path)).status, 404);
  assert.match(await debit.shown(), /You disputed it on/);
  await newest(debit.merchant.businessEmail, /disputes the debit/);

  const own = await decideMandate(officer, debit.reference, { decision: 'APPROVE' });
  assert.deepEqual([own.status, own.json.code], [409, 'REQUEST_IS_YOURS']);
  const colleague = await testServer.banker(officer.organizationId);
  const decided = await decideMandate(colleague, debit.reference, { decision: 'APPROVE' });
  assert.equal(decided.status, 200, decided.text);
  await newest(debit.merchant.phoneNumber, /accepts your dispute/);
});

test('a business answers for five days, an officer disputes for eight weeks', async () => {
  const [debit, taken] = [await disputedDebit(), await collectedDebit()];
  testServer.clock.advance(6 * DAY_MS);
  const client = await testServer.signIn('MERCHANT', debit.merchant.businessEmail);
  const late = await answer(client, debit.own);
  assert.deepEqual([late.status, late.json.code], [409, 'DISPUTE_NOT_OPEN']);
  testServer.clock.advance(56 * DAY_MS);
  const later = await testServer.signIn('BANK', officer.email);
  const path = `/api/v1/transactions/${taken.id}/dispute`;
  const opened = await later.call(path, { method: 'POST', body: { reason: REASON } });
  assert.deepEqual([opened.status, opened.json.code], [409, 'DISPUTE_TOO_LATE']);
});

test('the payer reads a decision in one part of an SMS, however long the names are', () => {
  for (const end of ['ACCEPTED', 'REFUSED', 'LAPSED'] as const)
    for (const merchantName of [
      'Nile',
      'Saint Mary’s College of Kisubi and Associated Schools Limited',
    ])
      for (const bankName of ['Stanbic', 'Opportunity Bank Uganda Limited, Kampala Road Branch']) {
        const { text } = DISPUTE_MESSAGES['dispute-ended-payer']({
          end,
          merchantName,
          bankName,
          amount: 1_250_000,
          collectionDay: '2030-02-05',
          reference: 'TGD7H2KM4P9QX',
          reason: 'A long reason that an SMS could not hold. '.repeat(6),
          home: 'https://consumer.tegeka.example/me',
        });
        assert.ok(text.length <= SMS_PART, `${text.length}: ${text}`);
      }
});

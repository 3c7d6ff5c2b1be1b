import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { CLEARING_FILE_MAX } from '@tegeka/contract/clearing/clearing.ts';
import { pdfOf } from '#demo/demo-files.ts';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { uploadFile } from '#testing/setup/test-clearing-file.ts';
import { until } from '#testing/test-mandate.ts';
import { openClearing, type TestClearing } from './clearing-test-bank.ts';

let close: TestClearing['close'];
let testServer: TestClearing['testServer'];
let operator: TestClearing['operator'];
let bank: TestClearing['bank'];
before(async () => {
  ({ close, testServer, operator, bank } = await openClearing());
});
after(() => close());

const FILES = '/api/v1/clearing-files';
const INBOX = '/api/v1/approval-requests';
const sha256Of = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const signedIn = () => testServer.signIn('OPERATOR', operator.email);

/** Reads the bytes of a file on record. */
const read = async (id: string, reason = 'The bank asks about it') =>
  (await signedIn()).call(`${FILES}/${id}/read`, { method: 'POST', body: { reason } });

/** The file once it is no longer RECEIVED. */
const lookedAt = (id: string) =>
  until(async () => {
    const { json } = await (await signedIn()).call(`${FILES}/${id}`);
    return json.state !== 'RECEIVED' && json;
  });

test('a file of more than 64 KB counts once a second operator has approved it, and is read back byte by byte', async () => {
  const { one, ...asked } = await bank.asked();
  const text = `${bank.answer(asked, true)}${' \n'.repeat(100_000)}`;
  const content = new TextEncoder().encode(text);
  assert.ok(content.length > 200_000);
  const taken = await uploadFile(await signedIn(), {
    from: bank.bankId,
    name: 'reply.xml',
    content,
  });
  assert.equal(taken.status, 201, taken.text);
  const { id, name, size, sha256, state } = taken.json;
  assert.equal(state, 'HELD');
  assert.equal((await one()).state, 'PENDING_APPROVAL');
  const checker = await testServer.operator();
  const [{ id: requestId }] = (await checker.client.call(`${INBOX}?search=reply`)).json.content;
  const { fields } = (await checker.client.call(`${INBOX}/${requestId}`)).json;
  const said = fields.find(({ key }: { key: string }) => key === 'mandates');
  assert.equal(said.value, `${asked.reference} accepted`);
  await decideAbout(checker, 'reply.xml', { decision: 'APPROVE' });
  assert.deepEqual([name, size, sha256], ['reply.xml', content.length, sha256Of(content)]);
  assert.equal((await lookedAt(id)).state, 'PROCESSED');
  assert.equal((await one()).state, 'ACTIVE');
  const again = await uploadFile(await signedIn(), {
    from: bank.bankId,
    name: 'twice.xml',
    content,
  });
  assert.equal(again.json.id, id, 'the same bytes count once');

  const answer = await read(id);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(sha256Of(answer.bytes), sha256);
  assert.match(String(answer.headers['content-disposition']), /^attachment; .*reply\.xml$/);
  assert.equal(answer.headers['cache-control'], 'private, no-store');
  const { content: events } = (await (await signedIn()).call(`${FILES}/${id}/events`)).json;
  const looks = events.filter(({ kind }: { kind: string }) => kind === 'READ');
  assert.deepEqual(
    looks.map(({ reason }: { reason: string }) => reason),
    ['The bank asks about it'],
  );
});

test('bytes that are no UTF-8 and a file of 20 MB come back as they are', async () => {
  const latin = new Uint8Array(Buffer.from('<?xml version="1.0"?><a>Café</a>', 'latin1'));
  for (const content of [latin, new Uint8Array(CLEARING_FILE_MAX).fill(32)]) {
    const taken = await uploadFile(await signedIn(), { from: 'clearing-house', content });
    assert.equal(taken.status, 201, taken.text);
    assert.equal((await lookedAt(taken.json.id)).state, 'REFUSED');
    assert.equal(sha256Of((await read(taken.json.id)).bytes), sha256Of(content));
  }
});

test('what is no file of messages, too large or from nobody is refused, and so is a look without a reason', async () => {
  const client = await signedIn();
  const from = 'clearing-house';
  const refused = async (content: string | Uint8Array<ArrayBuffer>, sender = from) => {
    const { status, json } = await uploadFile(client, { from: sender, content });
    return [status, json.code, json.fields?.[0]?.message];
  };
  const large = 'The file is larger than 20 MB.';
  assert.deepEqual(await refused(new Uint8Array(CLEARING_FILE_MAX + 1).fill(32)), [
    413,
    'FILE_TOO_LARGE',
    large,
  ]);
  assert.deepEqual(await refused(''), [422, 'FILE_EMPTY', 'The file is empty.']);
  const pdf = 'This is a PDF. Ask for the file of the message itself, in XML.';
  assert.deepEqual(await refused(new Uint8Array(pdfOf('A letter'))), [422, 'FILE_TYPE_WRONG', pdf]);
  const binary = new Uint8Array([1, 2, 0, 3]);
  assert.deepEqual(await refused(binary), [
    422,
    'FILE_TYPE_WRONG',
    'The file is not one of XML, text.',
  ]);
  const unknown = await refused('Dear sirs', '0193b001-0000-7000-8000-00000000ffff');
  assert.deepEqual(unknown.slice(0, 2), [422, 'BANK_UNKNOWN']);
  const none = new FormData();
  none.set('upload', JSON.stringify({ from }));
  const { status, json } = await client.call(FILES, { method: 'POST', body: none });
  assert.deepEqual([status, json.code, json.fields[0].field], [422, 'FILE_MISSING', 'file']);

  const { id } = (await uploadFile(client, { from, content: 'Dear sirs' })).json;
  assert.equal((await read(id, ' ')).json.fields[0].field, 'reason');
  const { content: events } = (await client.call(`${FILES}/${id}/events`)).json;
  assert.equal(
    events.some(({ kind }: { kind: string }) => kind === 'READ'),
    false,
  );
});

test('a file that was too large to be kept can not be read', async () => {
  const name = await bank.put(Buffer.alloc(CLEARING_FILE_MAX + 1, 32));
  assert.equal((await bank.settled(name)).to, 'bad');
  const { content } = (await (await signedIn()).call(`${FILES}?size=100`)).json;
  const { id } = content.find((one: { name: string }) => one.name === name);
  const { status, json } = await read(id);
  assert.deepEqual([status, json.code], [409, 'FILE_NOT_KEPT']);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { cleanUp } from '#platform/jobs/housekeeping.ts';
import { submissionOf, submitRegistration } from '#testing/test-merchant.ts';
import { type TestPerson, type TestServer, openTestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let person: TestPerson;
before(async () => {
  testServer = await openTestServer();
  person = await testServer.merchant();
});
after(() => testServer.close());

/** Registers with a PDF certificate that the change was applied to. */
async function register(change: (document: PDFDocument) => Promise<unknown> | void) {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  const certificateOfIncorporation = Buffer.from(await document.save());
  return submitRegistration(person.client, await submissionOf(person), {
    certificateOfIncorporation,
  });
}

const CERTIFICATE = 'certificateOfIncorporation';

test('a PDF with a script or a file in it is refused with what to do', async () => {
  for (const change of [
    (document: PDFDocument) => document.addJavaScript('main', 'app.alert(1)'),
    (document: PDFDocument) => document.attach(Buffer.from('MZ'), 'program.exe'),
  ]) {
    const { status, json } = await register(change);
    assert.deepEqual(
      [status, json.code, json.fields[0].field],
      [422, 'FILE_TYPE_WRONG', CERTIFICATE],
    );
    assert.match(
      json.fields[0].message,
      /has scripts, actions or other files in it\. Print it to a new PDF/,
    );
  }
});

test('a PDF with a password is refused, and one that is only protected against changes is taken', async () => {
  const locked = await register((document) => document.encrypt({ userPassword: 'secret' }));
  assert.deepEqual([locked.status, locked.json.code], [422, 'FILE_DAMAGED']);
  assert.match(locked.json.fields[0].message, /If it has a password, save it without one/);
  const hidden = await register((document) => {
    document.addJavaScript('main', 'app.alert(1)');
    document.encrypt({ userPassword: '', ownerPassword: 'secret' });
  });
  assert.equal(hidden.json.code, 'FILE_TYPE_WRONG', 'encryption hides nothing');
  const taken = await register((document) =>
    document.encrypt({ userPassword: '', ownerPassword: 'secret' }),
  );
  assert.equal(taken.status, 201, taken.text);
});

test('stored files are for the account of the server alone', async () => {
  const other = await testServer.merchant();
  const taken = await submitRegistration(other.client, await submissionOf(other));
  assert.equal(taken.status, 201, taken.text);
  const folder = path.join(testServer.config.dataDir, 'files');
  const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777;
  assert.equal(await modeOf('.'), 0o700);
  const names = await readdir(folder);
  assert.ok(names.length > 0);
  for (const name of names) assert.equal(await modeOf(name), 0o600);
});

test('parts with names that nobody asked for are refused, also those of prototypes', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'photo']) {
    for (const value of ['text', new File(['text'], 'a.txt')]) {
      const form = new FormData();
      form.set('merchant', JSON.stringify(await submissionOf(person)));
      form.set(name, value);
      const answer = await person.client.call('/api/v1/merchants', { method: 'POST', body: form });
      assert.equal(answer.status, 400, `${name} ${answer.text}`);
    }
  }
});

/** Registers with these JSON parts. They say nothing valid, so that none of them is taken. */
function sendParts(parts: readonly (string | File)[]) {
  const form = new FormData();
  for (const part of parts) form.append('merchant', part);
  return person.client.call('/api/v1/merchants', { method: 'POST', body: form });
}

test('a JSON part above 64 KB is refused for its size, as text and as a file', async () => {
  const text = JSON.stringify({ name: 'x'.repeat(65 * 1024) });
  for (const part of [text, new File([text], 'blob', { type: 'application/json' })]) {
    const { status, json } = await sendParts([part]);
    assert.deepEqual([status, json.code], [413, 'BODY_TOO_LARGE']);
  }
});

test('a part that is sent twice is refused', async () => {
  for (const part of ['{}', new File(['{}'], 'blob', { type: 'application/json' })]) {
    const { status, json } = await sendParts([part, part]);
    assert.deepEqual(
      [status, json.fields],
      [400, [{ field: 'merchant', message: 'Send this part once.' }]],
    );
  }
});

test('bytes without a stored file are deleted after a day', async () => {
  const folder = path.join(testServer.config.dataDir, 'files');
  const stored = await readdir(folder);
  assert.ok(stored.length > 0);
  const left = [randomUUID(), 'left-over'];
  const now = testServer.clock.now();
  for (const name of left) {
    await writeFile(path.join(folder, name), 'bytes');
    await utimes(path.join(folder, name), now, now);
  }
  await cleanUp(testServer.ctx, []);
  assert.equal((await readdir(folder)).length, stored.length + left.length);
  testServer.clock.advance(DAY_MS + 1000);
  await cleanUp(testServer.ctx, []);
  assert.deepEqual((await readdir(folder)).toSorted(), stored.toSorted());
});

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { logoOf } from '#demo/demo-files.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { submissionOf, submitRegistration } from '#testing/test-merchant.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

/** A business and the address of its logo. */
async function withLogo(logo: Buffer) {
  const person = await testServer.merchant();
  const sent = await submitRegistration(person.client, await submissionOf(person), { logo });
  assert.equal(sent.status, 201);
  const { json } = await person.client.call(
    `/api/v1/merchants/organization/${person.organizationId}`,
  );
  const url: string = json.logoUrl;
  return { person, url };
}

test('a business opens its own files, with headers that let nothing run', async () => {
  const logo = logoOf([1, 2, 3]);
  const { person, url } = await withLogo(logo);
  const { status, headers } = await person.client.call(url);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'image/png');
  assert.match(String(headers['content-disposition']), /^inline;/);
  assert.equal(headers['content-length'], String(logo.length));
  assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['cache-control']), /private/);
});

test('nobody else’s organization can open them, nor a stranger', async () => {
  const { url } = await withLogo(logoOf([4, 5, 6]));
  const [merchant, banker] = [await testServer.merchant(), await testServer.banker()];
  assert.equal((await merchant.client.call(url)).status, 404);
  assert.equal((await banker.client.call(url)).status, 404);
  assert.equal((await testServer.stranger().call(url)).status, 401);
});

test('an operator saves all, displays none, and each look is on record', async () => {
  const { url } = await withLogo(logoOf([7, 8, 9]));
  const operator = await testServer.operator();
  const { status, headers } = await operator.client.call(url);
  assert.equal(status, 200);
  assert.match(String(headers['content-disposition']), /^attachment;/);
  assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
  assert.equal(headers['x-content-type-options'], 'nosniff');
  const looks = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('audit')
      .select(['user_id', 'action'])
      .where('entity', '=', 'file')
      .where('entity_id', '=', url.split('/').at(-1) ?? '')
      .execute(),
  );
  assert.deepEqual(looks, [{ user_id: operator.userId, action: 'getFile' }]);
});

test('a file whose bytes are gone is an error of one call and ends no server', async () => {
  const { person, url } = await withLogo(logoOf([7, 7, 7]));
  await rm(path.join(testServer.config.dataDir, 'files', url.split('/').at(-1) ?? ''));
  const { status, json } = await person.client.call(url);
  assert.deepEqual([status, json.code], [500, 'UNEXPECTED']);
});

test('a file that does not exist is not found', async () => {
  const { client } = await testServer.operator();
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '..%2f..%2fetc%2fpasswd'])
    assert.equal((await client.call(`/api/v1/files/${id}`)).status, 404);
});

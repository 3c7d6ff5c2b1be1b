import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { logoOf, pdfOf } from './demo/demo-files.ts';
import { visitPage } from './testing/test-mandate.ts';
import { type LinedServer, openLinedServer } from './testing/test-server.ts';
import { submissionOf, submitRegistration } from './testing/test-merchant.ts';

let testServer: LinedServer;
before(async () => {
  testServer = await openLinedServer();
});
after(() => testServer.close());

const CODE = '/identity/api/v1/auth/public/sec-token';

test('liveness and readiness are answered', async () => {
  const client = testServer.stranger();
  assert.equal((await client.call('/healthz')).status, 200);
  assert.deepEqual((await client.call('/readyz')).json, { status: 'ready' });
});

test('every answer has a request id and security headers', async () => {
  const { headers } = await testServer.stranger().call('/api/v1/banks');
  assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /script-src 'self'(;|$)/);
  assert.doesNotMatch(policy, /unsafe-eval/);
  assert.match(policy, /require-trusted-types-for 'script';trusted-types 'none'/);
  assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\)/);
});

test('an unknown path is refused with NOT_FOUND', async () => {
  const answer = await testServer.stranger().call('/api/v1/nothing');
  assert.equal(answer.status, 404);
  assert.equal(answer.json.code, 'NOT_FOUND');
  assert.match(String(answer.headers['content-type']), /application\/problem\+json/);
});

test('invalid JSON, an unknown content type and a too large body are refused with their codes', async () => {
  const client = testServer.stranger();
  const type = { 'content-type': 'application/json' };
  const send = (body: string, headers: Record<string, string>) =>
    client.call(CODE, { method: 'POST', body, headers });
  assert.equal((await send('{"identifier":', type)).json.code, 'BODY_BROKEN');
  for (const kind of ['text/xml', 'text/plain'])
    assert.equal((await send('<a/>', { 'content-type': kind })).json.code, 'BODY_TYPE_UNKNOWN');
  assert.equal((await send(`"${'x'.repeat(100_000)}"`, type)).json.code, 'BODY_TOO_LARGE');
});

test('a wrong field is reported with a sentence', async () => {
  const answer = await testServer
    .stranger()
    .call(CODE, { method: 'POST', body: { identifier: 'x', tokenType: 'OTP' } });
  assert.equal(answer.status, 400);
  assert.equal(answer.json.code, 'INPUT_INVALID');
  assert.equal(answer.json.fields[0].field, 'identifier');
});

test('without a body each field that is missing is named', async () => {
  const { client } = await testServer.merchant();
  const view = await client.call('/api/v1/saved-views', { method: 'PUT' });
  assert.deepEqual(
    view.json.fields.map(({ field }: { field: string }) => field),
    ['list', 'name', 'query'],
  );
});

test('a program without a token is told to sign in, also where it changes something', async () => {
  const stranger = testServer.stranger();
  for (const headers of [{}, { authorization: 'Bearer ' }]) {
    const answer = await stranger.call('/api/v1/saved-views', {
      method: 'PUT',
      body: {},
      headers,
      isProgram: true,
    });
    assert.deepEqual([answer.status, answer.json.code], [401, 'NOT_SIGNED_IN']);
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
  }
});

test('a body that is cut off changes nothing, and the server goes on', async () => {
  const person = await testServer.merchant();
  const form = new FormData();
  form.set('merchant', JSON.stringify(await submissionOf(person)));
  form.set('logo', new File([new Uint8Array(logoOf([1, 1, 1]))], 'logo.png'));
  form.set('certificateOfIncorporation', new File([new Uint8Array(pdfOf('x'))], 'c.pdf'));
  const whole = new Response(form);
  const bytes = Buffer.from(await whole.arrayBuffer());
  await person.client.call('/healthz');
  const csrf = person.client.cookie('XSRF-TOKEN') ?? '';
  const head = [
    'POST /api/v1/merchants HTTP/1.1',
    `host: ${new URL(person.client.origin).host}`,
    `content-type: ${whole.headers.get('content-type')}`,
    `content-length: ${bytes.length}`,
    `authorization: Bearer ${person.client.token}`,
    `cookie: XSRF-TOKEN=${csrf}`,
    `x-xsrf-token: ${csrf}`,
  ].join('\r\n');
  const socket = connect(testServer.config.http.port, '127.0.0.1');
  socket.write(`${head}\r\n\r\n`);
  socket.write(bytes.subarray(0, bytes.length >> 1));
  await pause(200);
  socket.destroy();
  await pause(200);
  const profile = await person.client.call(
    `/api/v1/merchants/organization/${person.organizationId}`,
  );
  assert.equal(profile.status, 404);
  const again = await submitRegistration(person.client, await submissionOf(person));
  assert.equal(again.status, 201);
});

test('a multipart body that ends too early is refused with its code', async () => {
  const person = await testServer.merchant();
  const body = '--b\r\ncontent-disposition: form-data; name="merchant"\r\n\r\n{"a":';
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await person.client.call('/api/v1/merchants', { method: 'POST', body, headers });
  assert.equal(answer.json.code, 'BODY_BROKEN');
});

test('the same idempotency key gives the same answer, and is refused for another request', async () => {
  const person = await testServer.merchant();
  const submission = await submissionOf(person);
  const key = { 'idempotency-key': 'same-key-0001' };
  const send = (name: string) =>
    submitRegistration(person.client, { ...submission, businessName: name }, {}, key);
  const duplicates = await Promise.all([send('Twin Traders'), send('Twin Traders')]);
  assert.deepEqual(
    duplicates.map(({ status }) => status),
    [201, 201],
  );
  assert.equal(duplicates[0]?.json.merchantId, duplicates[1]?.json.merchantId);
  const other = await send('Other Traders');
  assert.equal(other.json.code, 'IDEMPOTENCY_KEY_REUSED');
});

test('without its database the server answers 503, and recovers without a restart', async () => {
  const client = testServer.stranger();
  const body = { identifier: 'away@example.com', tokenType: 'OTP' };
  await client.call('/healthz');
  testServer.line.cut();
  const away = await client.call(CODE, { method: 'POST', body });
  assert.equal(away.status, 503);
  assert.equal(away.json.title, 'Sorry, server is off. Please contact system administrator.');
  assert.ok(away.headers['retry-after']);
  const page = await visitPage(testServer, '/me');
  assert.deepEqual([page.status, page.headers['retry-after']], [503, '5']);
  assert.match(page.text, /<p>This page is not available at the moment\. Please try again/);
  assert.equal((await client.call('/readyz')).status, 503);
  assert.equal((await client.call('/healthz')).status, 200);
  testServer.line.mend();
  const back = await client.call(CODE, { method: 'POST', body });
  assert.equal(back.status, 200);
});

test('a change is in the audit log with actor, action and time', async () => {
  const person = await testServer.merchant();
  const answer = await submitRegistration(person.client, await submissionOf(person));
  const rows = await testServer.ctx.db.asPlatform('look at the trail', (tx) =>
    tx.selectFrom('audit').selectAll().where('user_id', '=', person.userId).execute(),
  );
  const row = rows.find(({ action }) => action === 'submitMerchant');
  assert.equal(row?.organization_id, person.organizationId);
  assert.equal(row.request_id, answer.headers['x-request-id']);
});

test('the OpenAPI document of the environment is served', async () => {
  const answer = await testServer.stranger().call('/openapi/sandbox.json');
  assert.equal(answer.json.openapi, '3.1.0');
  assert.equal((await testServer.stranger().call('/openapi/production.json')).status, 404);
});

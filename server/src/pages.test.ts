import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer } from './testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

test('the root path redirects to the sign-in page', async () => {
  for (const address of ['/', '/auth']) {
    const answer = await testServer.stranger().call(address);
    assert.deepEqual([answer.status, answer.headers['location']], [302, '/auth/login']);
  }
});

test('a public page has its text before any script, and the domain of its host', async () => {
  const page = await testServer.stranger().call('/register/user');
  assert.match(page.text, /Let(&#x27;|')s get started!/);
  assert.match(page.text, /"domain":"MERCHANT"/);
  const other = await testServer.stranger('BANK').call('/auth/login');
  assert.match(other.text, /"domain":"BANK"/);
  assert.match(other.text, /Please wait\.\.\./);
});

test('every other path is the app shell, compressed and revalidated by its ETag', async () => {
  const client = testServer.stranger();
  const headers = { 'accept-encoding': 'br' };
  const page = await client.call('/dashboard/mandates', { headers });
  assert.deepEqual([page.status, page.headers['content-encoding']], [200, 'br']);
  const etag = String(page.headers['etag']);
  const again = await client.call('/dashboard/mandates', { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
});

test('the files of the app are compressed and immutable, and set no cookie', async () => {
  const client = testServer.stranger();
  const page = await client.call('/register/user');
  const file = /\/assets\/[^"]+\.js/.exec(page.text)?.[0] ?? '';
  const answer = await client.call(file, { headers: { 'accept-encoding': 'br' } });
  assert.equal(answer.headers['content-encoding'], 'br');
  assert.match(String(answer.headers['cache-control']), /immutable/);
  assert.equal((await client.call('/assets/none.js')).status, 404);
  const fresh = testServer.stranger();
  for (const address of [file, '/documents/privacy-policy-2024-04-30.pdf'])
    assert.equal((await fresh.call(address)).headers['set-cookie'], undefined, address);
  assert.match(String((await fresh.call('/register/user')).headers['set-cookie']), /^XSRF-TOKEN=/);
});

test('an unknown path is not found: a page for browsers, a problem for programs', async () => {
  const client = testServer.stranger();
  const html = { accept: 'text/html,application/xhtml+xml' };
  for (const address of [
    '/metrics',
    '/robots.txt',
    '/gallery',
    '/.env',
    '/reset-passwords',
    '/dashboards',
  ]) {
    const program = await client.call(address);
    assert.deepEqual([program.status, program.json.code], [404, 'NOT_FOUND'], address);
    const page = await client.call(address, { headers: html });
    assert.equal(page.status, 404, address);
    assert.match(page.text, /"domain":"MERCHANT"/);
    const etag = String(page.headers['etag']);
    const again = await client.call(address, { headers: { ...html, 'if-none-match': etag } });
    assert.equal(again.status, 404);
  }
  for (const address of ['/dashboard', '/dashboard/nothing', '/auth/404', '/reset-password/'])
    assert.equal((await client.call(address)).status, 200, address);
});

test('HEAD is answered as GET is, without a body', async () => {
  const { config } = testServer;
  const home = testServer.stranger();
  const consumer = testServer.stranger('CONSUMER').origin;
  const { issuer } = config.identity;
  for (const address of [
    '/',
    '/dashboard/mandates',
    '/auth/login',
    '/metrics',
    '/healthz',
    '/readyz',
    '/api/v1/banks',
    '/api/v1/nothing',
    '/identity/api/v1/users/reset-password',
    '/openapi/sandbox.json',
    '/documents/privacy-policy-2024-04-30.pdf',
    `${consumer}/`,
    `${consumer}/mandates/unknown`,
    `${issuer}/.well-known/openid-configuration`,
    `${issuer}/protocol/openid-connect/certs`,
    `${issuer}/sign-in/unknown`,
  ]) {
    const got = await home.call(address);
    const head = await home.call(address, { method: 'HEAD' });
    assert.equal(head.status, got.status, address);
    assert.equal(head.headers['content-type'], got.headers['content-type'], address);
    assert.equal(head.text, '', address);
  }
});

test('a path that is no address is not found', async () => {
  const { origin } = testServer.stranger();
  assert.equal((await testServer.stranger().call(`${origin}//`)).status, 404);
});

test('an unknown host has no pages', async () => {
  const answer = await testServer.stranger().call('/', { headers: { host: 'evil.example' } });
  assert.equal(answer.status, 404);
});

test('the legal documents are served as PDF', async () => {
  const answer = await testServer.stranger().call('/documents/privacy-policy-2024-04-30.pdf');
  assert.equal(answer.status, 200);
  assert.match(answer.text, /^%PDF-/);
});

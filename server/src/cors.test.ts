import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const VIEWS = '/api/v1/saved-views';
const VIEW = { list: 'listCustomers', name: 'Mine', query: 'sort=name' };

const app = (name: string) => testServer.stranger().origin.replace(/\/\/\w+\./, `//${name}.`);

/** Calls the API at an address of its own, without cookies. */
function call(method: string, path: string, headers: Record<string, string>, body?: object) {
  const { port } = testServer.config.http;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

test('the pages of our apps may call the API at another address, other pages may not', async () => {
  const asks = { 'access-control-request-method': 'PUT' };
  const own = await call('OPTIONS', VIEWS, { origin: app('merchant'), ...asks });
  assert.equal(own.status, 204);
  assert.equal(own.headers.get('access-control-allow-origin'), app('merchant'));
  assert.match(
    own.headers.get('access-control-allow-headers') ?? '',
    /Authorization, .*-Key, If-Match/,
  );
  assert.match(own.headers.get('access-control-allow-methods') ?? '', /PATCH/);
  const banks = await call('GET', '/api/v1/banks', { origin: app('bank') });
  assert.equal(banks.headers.get('access-control-allow-origin'), app('bank'));
  assert.match(banks.headers.get('vary') ?? '', /origin/i);
  for (const origin of ['https://evil.example', app('ach'), app('nobody'), 'null']) {
    const answers = [
      await call('OPTIONS', VIEWS, { origin, ...asks }),
      await call('GET', '/api/v1/banks', { origin }),
    ];
    for (const { headers } of answers)
      assert.equal(headers.get('access-control-allow-origin'), null, origin);
  }
});

test('a change with a bearer token needs no token against forgery, and a wrong one is refused', async () => {
  const { client } = await testServer.merchant();
  const bearer = { authorization: `Bearer ${client.token}` };
  assert.equal((await call('PUT', VIEWS, bearer, VIEW)).status, 200);
  const wrong = await call('PUT', VIEWS, { ...bearer, 'x-xsrf-token': 'guessed' }, VIEW);
  assert.equal(wrong.status, 400);
  assert.match(await wrong.text(), /CSRF_TOKEN_INVALID/);
});

test('a change that only a cookie could prove needs the page of an app, or the token', async () => {
  const path = '/identity/api/v1/auth/public/sec-token';
  const body = { identifier: 'joan@shop.example', tokenType: 'OTP' };
  for (const origin of ['https://evil.example', '']) {
    const answer = await call('POST', path, origin ? { origin } : {}, body);
    assert.match(await answer.text(), /CSRF_TOKEN_INVALID/, origin);
  }
  const own = await call('POST', path, { origin: app('merchant') }, body);
  assert.ok(own.ok, String(own.status));
});

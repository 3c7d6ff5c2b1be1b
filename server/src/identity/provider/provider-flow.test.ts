import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { openSigningKeys } from '#identity/provider/provider-keys.ts';
import { deriveKeys } from '#platform/security/keys.ts';
import { openLog } from '#platform/log.ts';
import { openApp } from '#app.ts';
import type { TestClient } from '#testing/test-client.ts';
import { permissionsOf } from '@tegeka/contract/kit/permissions.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD,
  type TestPerson,
} from '#testing/test-server.ts';
import { requestTokens, follow, signInOverHttp, startOf } from '#testing/test-sign-in.ts';

let testServer: TestServer;
let person: TestPerson;
before(async () => {
  testServer = await openTestServer();
  person = await testServer.merchant();
});
after(() => testServer.close());

const path = (name: string) =>
  `${testServer.config.identity.issuer}/protocol/openid-connect/${name}`;

const claimsIn = decodeJwt<{ realm_access: { roles: string[] } }>;

/** Signs in and returns the browser with its session. */
async function signedIn() {
  const browser = testServer.stranger();
  const tokens = await signInOverHttp(browser, testServer.config, person.email, TEST_PASSWORD);
  return { browser, tokens };
}

const refresh = (browser: TestClient, token: string) =>
  requestTokens(browser, testServer.config, { grant_type: 'refresh_token', refresh_token: token });

test('the discovery document has Keycloak’s addresses', async () => {
  const { issuer } = testServer.config.identity;
  const { json } = await testServer.stranger().call(`${issuer}/.well-known/openid-configuration`);
  assert.equal(json.issuer, issuer);
  assert.equal(json.authorization_endpoint, path('auth'));
  assert.equal(json.token_endpoint, path('token'));
  assert.equal(json.end_session_endpoint, path('logout'));
  assert.equal(json.userinfo_endpoint, path('userinfo'));
  assert.equal(json.jwks_uri, path('certs'));
  assert.deepEqual(json.code_challenge_methods_supported, ['S256']);
  const certs = await testServer.stranger().call(path('certs'));
  assert.equal(certs.json.keys[0].alg, 'RS256');
  assert.equal(certs.json.keys[0].d, undefined);
});

test('a person signs in through the page and gets a token in Keycloak’s shape', async () => {
  const { browser, tokens } = await signedIn();
  const claims = claimsIn(tokens.accessToken);
  assert.equal(claims.iss, testServer.config.identity.issuer);
  assert.equal(claims.aud, 'tegeka-api');
  assert.equal(Number(claims.exp) - Number(claims.iat), 300);
  assert.deepEqual(claims.realm_access.roles, ['MERCHANT', ...permissionsOf('MERCHANT')]);
  assert.deepEqual(claims['domainName'], ['MERCHANT']);
  assert.deepEqual(claims['organizationId'], [person.organizationId]);
  assert.deepEqual(claims['businessName'], [person.businessName]);
  assert.deepEqual(claims['phoneNumber'], [person.phone]);
  assert.equal(claims['preferred_username'], person.email);
  assert.equal(typeof claims['sid'], 'string');
  browser.token = tokens.accessToken;
  const info = await browser.call(path('userinfo'), { headers: { origin: browser.origin } });
  assert.equal(info.headers['access-control-allow-origin'], browser.origin);
  assert.equal(info.json.given_name, person.firstName);
  assert.equal(info.json.family_name, person.lastName);
  assert.equal(info.json.email, person.email);
  assert.deepEqual(info.json.organizationId, [person.organizationId]);
  const user = await browser.call('/identity/api/v1/users/currentuser');
  assert.equal(user.json.id, person.userId);
  assert.deepEqual(user.json.attributes.domainName, ['MERCHANT']);
});

test('the sign-in page needs no script, no further request, and no cookie of the app', async () => {
  const { address } = startOf(testServer.config, testServer.stranger().origin);
  const page = await testServer.stranger().call(address);
  assert.equal(page.status, 200);
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page.text) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  assert.ok(policy.includes(`style-src 'sha256-${hash}'`));
  assert.doesNotMatch(page.text, /<script|<img|rel="stylesheet"/);
  assert.match(page.text, /autocomplete="username"/);
  assert.match(page.text, /autocomplete="current-password"/);
  assert.match(page.text, /data-accent="teal"/);
  assert.match(page.text, /\/reset-password">Forgot your password\?/);
  assert.match(page.text, /\/register\/user">Create an account/);
  assert.equal(page.headers['cache-control'], 'no-store');
  const operator = testServer.stranger('OPERATOR');
  const other = await operator.call(startOf(testServer.config, operator.origin).address);
  assert.doesNotMatch(other.text, /Create an account/);
});

test('prompt=none answers login_required without a session, and a code with one', async () => {
  const stranger = testServer.stranger();
  const silent = startOf(testServer.config, stranger.origin, { prompt: 'none' });
  const refused = await stranger.call(silent.address);
  const back = new URL(String(refused.headers['location']));
  assert.equal(`${back.origin}${back.pathname}`, silent.redirectUri);
  assert.equal(back.searchParams.get('error'), 'login_required');
  const { browser } = await signedIn();
  const again = await browser.call(silent.address);
  assert.match(String(again.headers['location']), /[?&]code=/);
});

test('an unknown redirect address is never used', async () => {
  const { address } = startOf(testServer.config, 'https://evil.example');
  const answer = await testServer.stranger().call(address, { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 400);
  assert.equal(answer.headers['location'], undefined);
  assert.match(answer.text, /This link can not be used/);
  assert.doesNotMatch(answer.text, /at .*\.js:/);
});

test('nobody is sent to an app that nobody signs in to', async () => {
  const stranger = testServer.stranger();
  for (const app of ['consumer', 'ach']) {
    const origin = `http://${app}.${testServer.config.http.baseHost}`;
    const { address } = startOf(testServer.config, origin);
    assert.equal((await stranger.call(address, { headers: { accept: 'text/html' } })).status, 400);
    const headers = { origin, 'access-control-request-method': 'GET' };
    const preflight = await stranger.call(path('userinfo'), { method: 'OPTIONS', headers });
    assert.equal(preflight.headers['access-control-allow-origin'], undefined, app);
  }
});

test('a sign-in without PKCE, or with the plain method, is refused', async () => {
  const { address } = startOf(testServer.config, testServer.stranger().origin);
  const bare = new URL(address);
  bare.searchParams.delete('code_challenge');
  bare.searchParams.delete('code_challenge_method');
  const plain = new URL(address);
  plain.searchParams.set('code_challenge_method', 'plain');
  for (const url of [bare, plain]) {
    const answer = await testServer.stranger().call(url.href);
    const back = new URL(String(answer.headers['location']));
    assert.equal(back.searchParams.get('error'), 'invalid_request');
  }
});

test('an authorization code needs its verifier, and is valid once', async () => {
  const { browser } = await signedIn();
  const { address, redirectUri, verifier } = startOf(testServer.config, browser.origin);
  const back = await follow(browser, await browser.call(address), address, redirectUri);
  const code = new URL(back.address).searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const wrong = await requestTokens(browser, testServer.config, {
    ...grant,
    code_verifier: 'x'.repeat(43),
  });
  assert.equal(wrong.json.error, 'invalid_grant');
  const right = await requestTokens(browser, testServer.config, {
    ...grant,
    code_verifier: verifier,
  });
  assert.equal(right.status, 200);
  const twice = await requestTokens(browser, testServer.config, {
    ...grant,
    code_verifier: verifier,
  });
  assert.equal(twice.json.error, 'invalid_grant');
});

test('a refresh token is rotated at each use; reuse of an old one ends the session', async () => {
  const { browser, tokens } = await signedIn();
  const first = await refresh(browser, tokens.refreshToken);
  assert.equal(first.status, 200);
  assert.notEqual(first.json.refresh_token, tokens.refreshToken);
  assert.deepEqual(claimsIn(first.json.access_token)['domainName'], ['MERCHANT']);
  const reused = await refresh(browser, tokens.refreshToken);
  assert.equal(reused.json.error, 'invalid_grant');
  const thief = await refresh(browser, first.json.refresh_token);
  assert.equal(thief.json.error, 'invalid_grant');
  const silent = await browser.call(
    startOf(testServer.config, browser.origin, { prompt: 'none' }).address,
  );
  assert.match(String(silent.headers['location']), /error=login_required/);
});

test('two concurrent uses of a refresh token give one new token', async () => {
  const { browser, tokens } = await signedIn();
  const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(browser, tokens.refreshToken)));
  assert.ok(answers.filter(({ status }) => status === 200).length <= 1);
});

test('other origins get no token, no user information and no CORS permission', async () => {
  const { browser, tokens } = await signedIn();
  const headers = { origin: 'https://evil.example' };
  const body = new URLSearchParams({
    client_id: testServer.config.identity.clientId,
    grant_type: 'refresh_token',
    refresh_token: tokens.refreshToken,
  });
  const token = await browser.call(path('token'), { method: 'POST', headers, body });
  assert.equal(token.status, 403);
  assert.equal(token.headers['access-control-allow-origin'], undefined);
  const preflight = await browser.call(path('userinfo'), {
    method: 'OPTIONS',
    headers: { ...headers, 'access-control-request-method': 'GET' },
  });
  assert.equal(preflight.headers['access-control-allow-origin'], undefined);
  assert.equal((await refresh(browser, tokens.refreshToken)).status, 200);
});

test('an expired sign-in page, or one of another browser, links back to the app', async () => {
  const { issuer } = testServer.config.identity;
  const answer = await testServer.stranger().call(`${issuer}/sign-in/nothing?app=BANK`);
  assert.equal(answer.status, 410);
  assert.match(answer.text, /This page has expired/);
  assert.ok(answer.text.includes(testServer.stranger('BANK').origin));
  const lost = await testServer
    .stranger()
    .call(`${issuer}/nothing-here`, { headers: { accept: 'text/html' } });
  assert.equal(lost.status, 404);
});

test('the provider answers on its own host only', async () => {
  const stranger = testServer.stranger();
  const answer = await stranger.call('/realms/tegeka/.well-known/openid-configuration');
  assert.equal(answer.status, 404);
});

test('a second server on the same database uses the same keys and sessions', async () => {
  const { browser, tokens } = await signedIn();
  const { config, serverUrl, clock } = testServer;
  const log = openLog(config);
  const second = await openApp({ config, connectionString: serverUrl, log, clock });
  const { kid } = decodeProtectedHeader(tokens.accessToken);
  const keys = await openSigningKeys(second.ctx);
  await second.close();
  assert.deepEqual(
    keys.map((key) => key.kid),
    [kid],
  );
  assert.equal((await refresh(browser, tokens.refreshToken)).status, 200);
  const stranger = { ...testServer.ctx, keys: deriveKeys('ab'.repeat(32)) };
  await assert.rejects(openSigningKeys(stranger), /INSTANCE_KEY/);
});

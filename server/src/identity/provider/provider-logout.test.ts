import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '#testing/test-client.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD,
  type TestPerson,
} from '#testing/test-server.ts';
import { useUp } from '#testing/setup/test-limits.ts';
import { requestTokens, follow, readForm, signInOverHttp, startOf } from '#testing/test-sign-in.ts';

let testServer: TestServer;
let person: TestPerson;
before(async () => {
  testServer = await openTestServer();
  person = await testServer.merchant();
});
after(() => testServer.close());

const path = (name: string) =>
  `${testServer.config.identity.issuer}/protocol/openid-connect/${name}`;

/** Signs in and returns the browser with its session. */
async function signedIn() {
  const browser = testServer.stranger();
  const tokens = await signInOverHttp(browser, testServer.config, person.email, TEST_PASSWORD);
  return { browser, tokens };
}

const refresh = (browser: TestClient, token: string) =>
  requestTokens(browser, testServer.config, { grant_type: 'refresh_token', refresh_token: token });

test('signing out with an ID token needs no confirmation and ends session and refresh token', async () => {
  const { browser, tokens } = await signedIn();
  const query = new URLSearchParams({
    id_token_hint: tokens.idToken,
    post_logout_redirect_uri: `${browser.origin}/auth/logout`,
    state: 'abc',
  });
  const out = await browser.call(`${path('logout')}?${query.toString()}`);
  assert.equal(out.headers['location'], `${browser.origin}/auth/logout?state=abc`);
  assert.equal((await refresh(browser, tokens.refreshToken)).json.error, 'invalid_grant');
  const { address } = startOf(testServer.config, browser.origin, { prompt: 'none' });
  assert.match(String((await browser.call(address)).headers['location']), /login_required/);
  browser.token = tokens.accessToken;
  assert.equal((await browser.call(path('userinfo'))).status, 401);
  browser.token = null;
  const again = await browser.call(`${path('logout')}?${query.toString()}`);
  assert.equal(again.headers['location'], `${browser.origin}/auth/logout?state=abc`);
});

test('signing out without an ID token asks for confirmation, without scripts', async () => {
  const { browser, tokens } = await signedIn();
  const query = new URLSearchParams({
    client_id: testServer.config.identity.clientId,
    post_logout_redirect_uri: `${browser.origin}/auth/logout`,
  });
  const asked = await browser.call(`${path('logout')}?${query.toString()}`);
  assert.equal(asked.status, 200);
  assert.match(asked.text, /Sign out\?/);
  assert.equal((await refresh(browser, tokens.refreshToken)).status, 200);
  const { action } = readForm(asked.text);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
  const done = await browser.call(action, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  assert.equal(done.headers['location'], `${browser.origin}/auth/logout`);
  const { address } = startOf(testServer.config, browser.origin, { prompt: 'none' });
  assert.match(String((await browser.call(address)).headers['location']), /login_required/);
});

test('signing out from a page of our own app needs no confirmation; from another site it does', async () => {
  const { browser, tokens } = await signedIn();
  const query = new URLSearchParams({
    client_id: testServer.config.identity.clientId,
    post_logout_redirect_uri: `${browser.origin}/`,
  });
  const address = `${path('logout')}?${query.toString()}`;
  const lured = await browser.call(address, { headers: { referer: 'https://evil.example/' } });
  assert.match(lured.text, /Sign out\?/);
  const out = await browser.call(address, { headers: { referer: `${browser.origin}/dashboard` } });
  assert.equal(out.headers['location'], `${browser.origin}/`);
  assert.equal((await refresh(browser, tokens.refreshToken)).json.error, 'invalid_grant');
});

test('a refresh token can end its session, as in Keycloak', async () => {
  const { browser, tokens } = await signedIn();
  const body = new URLSearchParams({
    client_id: testServer.config.identity.clientId,
    refresh_token: tokens.refreshToken,
  });
  const out = await browser.call(path('logout'), { method: 'POST', body });
  assert.equal(out.status, 204);
  assert.equal((await refresh(browser, tokens.refreshToken)).json.error, 'invalid_grant');
  const { address } = startOf(testServer.config, browser.origin, { prompt: 'none' });
  assert.match(String((await browser.call(address)).headers['location']), /login_required/);
});

test('when another person signs in to the same app of a browser, the first session ends', async () => {
  const { browser, tokens } = await signedIn();
  const other = await testServer.merchant();
  const { address, redirectUri } = startOf(testServer.config, browser.origin, { prompt: 'login' });
  const page = await follow(browser, await browser.call(address), address, redirectUri);
  const { action, fields } = readForm(page.answer.text);
  const target = new URL(action, page.address).href;
  const sent = await browser.call(target, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, username: other.email, password: TEST_PASSWORD }),
  });
  const back = await follow(browser, sent, target, redirectUri);
  assert.match(back.address, /[?&]code=/);
  assert.equal((await refresh(browser, tokens.refreshToken)).json.error, 'invalid_grant');
});

test('two people in two apps of one browser end nothing of each other', async () => {
  const browser = testServer.stranger();
  const bankApp = testServer.stranger('BANK').origin;
  const officer = await testServer.banker();
  const { config } = testServer;
  const silently = async (origin: string) => {
    const { address } = startOf(config, origin, { prompt: 'none' });
    return new URL(String((await browser.call(address)).headers['location'])).searchParams;
  };
  const amina = await signInOverHttp(browser, config, person.email, TEST_PASSWORD);
  const ruth = await signInOverHttp(browser, config, officer.email, TEST_PASSWORD, bankApp);
  const held = [amina.refreshToken, ruth.refreshToken];
  for (let round = 0; round < 3; round += 1) {
    for (const [app, origin] of [browser.origin, bankApp].entries()) {
      const renewed = await refresh(browser, held[app] ?? '');
      assert.equal(renewed.status, 200);
      held[app] = renewed.json.refresh_token;
      assert.ok((await silently(origin)).has('code'), `a second tab of ${origin} is signed in`);
    }
  }
  const query = new URLSearchParams({
    id_token_hint: ruth.idToken,
    post_logout_redirect_uri: `${bankApp}/auth/logout`,
  });
  const out = await browser.call(`${path('logout')}?${query.toString()}`);
  assert.equal(out.headers['location'], `${bankApp}/auth/logout`);
  assert.equal((await silently(bankApp)).get('error'), 'login_required');
  assert.ok((await silently(browser.origin)).has('code'));
  assert.equal((await refresh(browser, held[0] ?? '')).status, 200);
});

test('signing out manually names the app and ends its session alone', async () => {
  const { browser, tokens } = await signedIn();
  const bankApp = testServer.stranger('BANK').origin;
  const officer = await testServer.banker();
  const ruth = await signInOverHttp(
    browser,
    testServer.config,
    officer.email,
    TEST_PASSWORD,
    bankApp,
  );
  const query = new URLSearchParams({
    client_id: testServer.config.identity.clientId,
    post_logout_redirect_uri: `${bankApp}/auth/logout`,
  });
  const asked = await browser.call(`${path('logout')}?${query.toString()}`);
  assert.match(asked.text, /You will be signed out of the bank app in this browser/);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
  const done = await browser.call(readForm(asked.text).action, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  assert.equal(done.headers['location'], `${bankApp}/auth/logout`);
  assert.equal((await refresh(browser, ruth.refreshToken)).json.error, 'invalid_grant');
  assert.equal((await refresh(browser, tokens.refreshToken)).status, 200);
});

test('sign-in pages are opened so often from one address, for each writes a row', async () => {
  const { ctx, clock } = testServer;
  await useUp(ctx, 'sign-in pages', { key: '127.0.0.1', points: 300 });
  const held = await testServer.stranger().call(path('auth'));
  assert.equal(held.status, 429);
  assert.ok(Number(held.headers['retry-after']) > 0);
  clock.advance(61_000);
  assert.notEqual((await testServer.stranger().call(path('auth'))).status, 429);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PersonSession } from '@tegeka/contract/sessions.ts';
import type { TestClient } from '#testing/test-client.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD,
  type TestPerson,
} from '#testing/test-server.ts';
import { requestTokens, signInOverHttp, startOf } from '#testing/test-sign-in.ts';
import { deviceOf, networkOf } from './sessions-device.ts';

let testServer: TestServer;
let person: TestPerson;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const ADDRESS = '/identity/api/v1/users/currentuser/sessions';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const WINDOWS_EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Signs a person in with the given user agent. */
async function browserOf(who: TestPerson, userAgent: string) {
  const client = testServer.stranger();
  client.userAgent = userAgent;
  const tokens = await signInOverHttp(client, testServer.config, who.email, TEST_PASSWORD);
  client.token = tokens.accessToken;
  return { client, tokens };
}

async function sessionsOf(client: TestClient): Promise<PersonSession[]> {
  const { status, json } = await client.call(ADDRESS);
  assert.equal(status, 200);
  assert.equal(json.keptBy, 'TEGEKA');
  return json.sessions;
}

/** Renews tokens at the provider, which takes no API token. */
async function renew(client: TestClient, refreshToken: string) {
  const { token } = client;
  client.token = null;
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const answer = await requestTokens(client, testServer.config, form);
  client.token = token;
  return answer;
}

test('a person sees where they are signed in, the current browser first', async () => {
  person = await testServer.merchant();
  const { client } = await browserOf(person, ANDROID);
  const [first, second, ...rest] = await sessionsOf(client);
  assert.ok(first && second);
  assert.deepEqual(rest, []);
  assert.equal(first.device, 'Chrome on Android');
  assert.equal(first.kind, 'PHONE');
  assert.equal(first.network, '127.0.0.*');
  assert.equal(first.current, true);
  assert.equal(second.current, false);
  assert.equal(second.device, 'Unknown device');
});

test('the list shows when a session last renewed its token', async () => {
  const { client, tokens } = await browserOf(person, FIREFOX);
  const earlier = (await sessionsOf(client)).find(({ current }) => current);
  testServer.clock.advance(4 * 60_000);
  assert.equal((await renew(client, tokens.refreshToken)).status, 200);
  const now = (await sessionsOf(client)).find(({ current }) => current);
  assert.equal(now?.id, earlier?.id);
  assert.equal(now?.signedInAt, earlier?.signedInAt);
  const gone = Date.parse(now?.lastActiveAt ?? '') - Date.parse(earlier?.lastActiveAt ?? '');
  assert.ok(gone >= 4 * 60_000, String(gone));
});

test('an ended session gets no renewal, no silent sign-in and no user information', async () => {
  const own = await browserOf(person, WINDOWS_EDGE);
  const lost = await browserOf(person, IPHONE);
  const target = (await sessionsOf(own.client)).find(({ device }) => device === 'Safari on iOS');
  assert.ok(target && !target.current);
  const ended = await own.client.call(`${ADDRESS}/${target.id}`, { method: 'DELETE' });
  assert.equal(ended.status, 204);
  const remaining = await sessionsOf(own.client);
  assert.equal(
    remaining.some(({ id }) => id === target.id),
    false,
  );
  assert.equal((await renew(lost.client, lost.tokens.refreshToken)).status, 400);
  const issuer = testServer.config.identity.issuer;
  const info = await lost.client.call(`${issuer}/protocol/openid-connect/userinfo`, {
    headers: { origin: lost.client.origin },
  });
  assert.equal(info.status, 401);
  const silent = startOf(testServer.config, lost.client.origin, { prompt: 'none' });
  const refused = await lost.client.call(silent.address);
  assert.match(String(refused.headers['location']), /error=login_required/);
  assert.equal((await renew(own.client, own.tokens.refreshToken)).status, 200);
});

test('ending a session twice, or an unknown one, answers not found', async () => {
  const { client } = await browserOf(person, FIREFOX);
  const other = (await sessionsOf(client)).find(({ current }) => !current);
  const end = () => client.call(`${ADDRESS}/${other?.id}`, { method: 'DELETE' });
  assert.equal((await end()).status, 204);
  assert.equal((await end()).status, 404);
  const never = '01999999-9999-7999-8999-999999999999';
  assert.equal((await client.call(`${ADDRESS}/${never}`, { method: 'DELETE' })).status, 404);
});

test('nobody sees or ends sessions of another person, not even a colleague or operator', async () => {
  const [mine] = await sessionsOf((await browserOf(person, FIREFOX)).client);
  for (const stranger of [
    await testServer.merchant(),
    await testServer.operator(),
    await testServer.banker(),
  ]) {
    const seen = await sessionsOf(stranger.client);
    assert.equal(
      seen.some(({ id }) => id === mine?.id),
      false,
    );
    const answer = await stranger.client.call(`${ADDRESS}/${mine?.id}`, { method: 'DELETE' });
    assert.equal(answer.status, 404);
  }
});

test('ending all other sessions keeps the current one', async () => {
  const operator = await testServer.operator();
  const second = await testServer.signIn('OPERATOR', operator.email);
  await testServer.signIn('OPERATOR', operator.email);
  assert.equal((await sessionsOf(second)).length, 3);
  const answer = await second.call(ADDRESS, { method: 'DELETE' });
  assert.deepEqual(answer.json, { ended: 2 });
  const [only, ...rest] = await sessionsOf(second);
  assert.equal(only?.current, true);
  assert.deepEqual(rest, []);
});

test('a signed-out or expired session is not listed', async () => {
  const banker = await testServer.banker();
  const again = await testServer.signIn('BANK', banker.email);
  assert.equal((await sessionsOf(again)).length, 2);
  testServer.clock.advance(13 * 3_600_000);
  const fresh = await testServer.signIn('BANK', banker.email);
  assert.equal((await sessionsOf(fresh)).length, 1);
});

test('a browser is described in plain words, whatever its user agent contains', () => {
  assert.equal(deviceOf(FIREFOX).label, 'Firefox on Linux');
  assert.equal(deviceOf(WINDOWS_EDGE).label, 'Microsoft Edge on Windows');
  assert.deepEqual(deviceOf(IPHONE), { label: 'Safari on iOS', kind: 'PHONE' });
  assert.deepEqual(deviceOf(''), { label: 'Unknown device', kind: 'OTHER' });
  for (const odd of [
    '<script>alert(1)</script>',
    'x'.repeat(100_000),
    'see https://evil.example now/1',
  ]) {
    const { label } = deviceOf(odd);
    assert.ok(label.length <= 80, label);
    assert.doesNotMatch(label, /[<>/:.]/);
  }
});

test('only the network part of an address is stored', () => {
  assert.equal(networkOf('41.210.145.77'), '41.210.145.*');
  assert.equal(networkOf('::ffff:41.210.145.77'), '41.210.145.*');
  assert.equal(networkOf('2C0F:F368:1:2::5'), '2c0f:f368:1:*');
  assert.equal(networkOf('2c0f::1'), '2c0f:0:0:*');
  assert.equal(networkOf('::1'), '0:0:0:*');
  assert.equal(networkOf('unknown'), null);
});

test('the owner is notified of a sign-in with an unknown browser, and not with a known one', async () => {
  const owner = await testServer.merchant();
  const domainEvents = async () =>
    (await testServer.outbox(owner.email)).filter(({ subject }) =>
      subject?.includes('New sign-in'),
    );
  assert.deepEqual(await domainEvents(), [], 'the first sign-in sends no message');
  const { client } = await browserOf(owner, ANDROID);
  const [message, ...rest] = await domainEvents();
  assert.deepEqual(rest, []);
  assert.match(message?.text ?? '', /Browser: Chrome on Android\n/);
  assert.match(message?.text ?? '', /Network: 127\.0\.0\.\*\n/);
  assert.match(message?.text ?? '', /\/dashboard\/profile\/sessions\n/);
  await client.call(ADDRESS, { method: 'DELETE' });
  const issuer = testServer.config.identity.issuer;
  await client.call(`${issuer}/protocol/openid-connect/logout?client_id=tegeka-web`, {
    headers: { referer: client.origin },
  });
  client.token = null;
  await signInOverHttp(client, testServer.config, owner.email, TEST_PASSWORD);
  assert.equal((await domainEvents()).length, 1);
});

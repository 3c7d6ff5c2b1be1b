import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  csvOf,
  goodRow,
  mandateRow,
  mandatesCsv,
  openDesk,
} from '#features/imports/imports-test-calls.ts';
import type { TestClient } from './testing/test-client.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD,
  type TestPerson,
} from './testing/test-server.ts';
import { submissionOf, submitRegistration } from './testing/test-merchant.ts';
import { openMessageGateways, type MessageGateways } from './testing/message-gateways.ts';
import {
  requestTokens,
  follow,
  readForm,
  signInOverHttp,
  startOf,
  type TestTokens,
} from './testing/test-sign-in.ts';
import { openSecondServer, type SecondServer } from './testing/second-server.ts';

const CODE = '/identity/api/v1/auth/public/sec-token';

let world: MessageGateways;
let testServer: TestServer;
let duplicate: SecondServer;
let person: TestPerson;

before(async () => {
  world = await openMessageGateways();
  const options = { SMTP_URL: world.smtpUrl };
  testServer = await openTestServer(options);
  duplicate = await openSecondServer(testServer, options);
  person = await testServer.merchant();
});

after(async () => {
  await duplicate.close();
  await testServer.close();
  world.close();
});

const path = (name: string) =>
  `${testServer.config.identity.issuer}/protocol/openid-connect/${name}`;

/** Signs in with a browser whose calls alternate between both servers. */
async function signedIn(): Promise<{ browser: TestClient } & TestTokens> {
  const browser = duplicate.between();
  const tokens = await signInOverHttp(browser, testServer.config, person.email, TEST_PASSWORD);
  return { browser, ...tokens };
}

const refresh = (browser: TestClient, token: string) =>
  requestTokens(browser, testServer.config, { grant_type: 'refresh_token', refresh_token: token });

test('both servers publish the same signing keys', async () => {
  const browser = duplicate.between();
  const [one, other] = [await browser.call(path('certs')), await browser.call(path('certs'))];
  assert.ok(one.json.keys.length > 0);
  assert.deepEqual(one.json, other.json);
});

test('a session started on one server works on the other: sign-in, calls, refresh and logout', async () => {
  const { browser, accessToken, refreshToken } = await signedIn();
  browser.token = accessToken;
  for (let call = 0; call < 4; call += 1)
    assert.equal((await browser.call('/identity/api/v1/users/currentuser')).status, 200);
  browser.token = null;
  const first = await refresh(browser, refreshToken);
  const second = await refresh(browser, first.json.refresh_token);
  const third = await refresh(browser, second.json.refresh_token);
  assert.deepEqual([first.status, second.status, third.status], [200, 200, 200]);
  const query = new URLSearchParams({
    client_id: testServer.config.identity.clientId,
    post_logout_redirect_uri: `${browser.origin}/auth/logout`,
  });
  const out = await browser.call(`${path('logout')}?${query.toString()}`, {
    headers: { referer: `${browser.origin}/dashboard` },
  });
  assert.equal(out.headers['location'], `${browser.origin}/auth/logout`);
  const ended = [
    await refresh(browser, third.json.refresh_token),
    await refresh(browser, third.json.refresh_token),
  ];
  assert.deepEqual(
    ended.map(({ json }) => json.error),
    ['invalid_grant', 'invalid_grant'],
  );
});

test('two concurrent uses of a refresh token on both servers give one new token', async () => {
  const { browser, refreshToken } = await signedIn();
  const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(browser, refreshToken)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

test('failed sign-ins of both servers are counted together', async () => {
  const guess = async (browser: TestClient) => {
    const { address, redirectUri } = startOf(testServer.config, browser.origin);
    const page = await follow(browser, await browser.call(address), address, redirectUri);
    const { action, fields } = readForm(page.answer.text);
    const body = new URLSearchParams({ ...fields, username: 'two@example.com', password: 'guess' });
    return browser.call(new URL(action, page.address).href, { method: 'POST', body });
  };
  const browser = duplicate.between();
  const statuses: number[] = [];
  for (let tries = 0; tries < 9; tries += 1) statuses.push((await guess(browser)).status);
  assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429, 429, 429, 429]);
});

test('the pause between two codes holds across servers', async () => {
  const browser = duplicate.between();
  await browser.call('/healthz');
  const body = { identifier: 'two-codes@example.com', tokenType: 'OTP' };
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => browser.call(CODE, { method: 'POST', body })),
  );
  const late = answers.filter(({ json }) => json.code === 'CODE_TOO_SOON');
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(late.length, 3);
});

test('rate limits of changes without a sign-in hold across servers', async () => {
  const browser = duplicate.between();
  testServer.clock.advance(61_000);
  const ask = () => browser.call(`${CODE}/verify`, { method: 'POST', body: {} });
  const statuses: number[] = [];
  for (let call = 0; call < 122; call += 1) statuses.push((await ask()).status);
  assert.deepEqual(statuses.slice(119), [400, 429, 429]);
  testServer.clock.advance(61_000);
});

test('a request with an idempotency key is executed once, on whichever server it arrives', async () => {
  const own = await testServer.merchant();
  const browser = duplicate.between();
  browser.token = own.client.token;
  await browser.call('/healthz');
  const submission = await submissionOf(own);
  const key = { 'idempotency-key': 'two-servers-0001' };
  const send = () => submitRegistration(browser, submission, {}, key);
  const answers = [...(await Promise.all([1, 2, 3, 4].map(send))), await send(), await send()];
  for (const { status, json } of answers) assert.deepEqual([status, json], [201, answers[0]?.json]);
  const other = { ...submission, businessName: 'Another business' };
  for (const refused of [
    await submitRegistration(browser, other, {}, key),
    await submitRegistration(browser, other, {}, key),
  ])
    assert.equal(refused.json.code, 'IDEMPOTENCY_KEY_REUSED');
});

test('each of many messages is sent once', async () => {
  const browser = duplicate.between();
  const names = Array.from({ length: 30 }, (_, number) => `letter-${number}@example.com`);
  await browser.call('/healthz');
  for (const identifier of names) {
    const answer = await browser.call(CODE, {
      method: 'POST',
      body: { identifier, tokenType: 'OTP' },
    });
    assert.equal(answer.status, 200);
  }
  const arrived = () => world.mails.filter((mail) => /^To: letter-\d+@/m.test(mail));
  for (let look = 0; look < 300 && arrived().length < names.length; look += 1) await pause(100);
  // Time for a duplicate to arrive as well.
  await pause(2000);
  assert.equal(arrived().length, names.length);
  for (const name of names)
    assert.equal(arrived().filter((mail) => mail.includes(`To: ${name}\n`)).length, 1, name);
});

test('imports are applied once, with two servers that process the jobs', async () => {
  const kinds = ['customers', 'mandates', 'customers', 'mandates'] as const;
  const numbers = Array.from({ length: 300 }, (_, number) => number);
  const rows = numbers.map(goodRow);
  const files = {
    customers: csvOf(...rows),
    mandates: mandatesCsv(...numbers.map((number) => mandateRow(`M-${number}`))),
  };
  const imported = kinds.map(async (kind) => {
    const desk = await openDesk(testServer, kind);
    const { id } = await desk.send(files[kind], { confirm: 'GOOD_ROWS' });
    const done = await desk.wait(id, 'DONE', 'FAILED');
    const list = await desk.client.call(`/api/v1/merchants/${desk.merchantId}/${kind}`);
    return [done.state, done.imported, list.json.totalElements];
  });
  for (const one of await Promise.all(imported))
    assert.deepEqual(one, ['DONE', rows.length, rows.length]);
});

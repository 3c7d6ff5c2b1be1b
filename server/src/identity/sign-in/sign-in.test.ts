import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { TestClient } from '#testing/test-client.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD,
  type TestPerson,
} from '#testing/test-server.ts';
import { follow, readForm, startOf } from '#testing/test-sign-in.ts';

const REFUSED = 'Sorry, You are not authorised to login. Please contact the administrator.';
const SECOND = 1000;

let testServer: TestServer;
let person: TestPerson;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());
// All tests share one address, whose failures are forgotten after an hour.
beforeEach(() => testServer.clock.advance(2 * 3600 * SECOND));

/** Sends the sign-in form, with what a test changes of it. */
async function send(
  browser: TestClient,
  typed: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const { address, redirectUri } = startOf(testServer.config, browser.origin);
  const page = await follow(browser, await browser.call(address), address, redirectUri);
  const { action, fields } = readForm(page.answer.text);
  const target = new URL(action, page.address).href;
  const body = new URLSearchParams({ ...fields, ...typed });
  return browser.call(target, { method: 'POST', body, headers });
}

const guess = (browser: TestClient, email: string, password = 'not-the-password') =>
  send(browser, { username: email, password });

test('a wrong password is refused in the specified words and the email is kept', async () => {
  person = await testServer.merchant();
  const answer = await guess(testServer.stranger(), person.email);
  assert.equal(answer.status, 403);
  assert.ok(answer.text.includes(REFUSED));
  assert.match(answer.text, /role="alert"/);
  assert.ok(answer.text.includes(`value="${person.email}"`));
  assert.ok(!answer.text.includes('not-the-password'));
});

test('nobody learns whether an account exists, neither by the answer nor by its time', async () => {
  person = await testServer.merchant();
  const timed = async (email: string) => {
    const browser = testServer.stranger();
    const start = performance.now();
    const { text } = await guess(browser, email);
    const ms = performance.now() - start;
    return { ms, text: text.replaceAll(/value="[^"]*"|sign-in\/[\w-]+/g, '') };
  };
  await timed('warm@example.com');
  // The quickest of three, taken by turns: a busy machine makes single tries slower, never quicker.
  const quickest = { known: Infinity, unknown: Infinity };
  for (let round = 0; round < 3; round += 1) {
    const known = await timed(person.email);
    const unknown = await timed('nobody-here@example.com');
    assert.equal(unknown.text, known.text);
    quickest.known = Math.min(quickest.known, known.ms);
    quickest.unknown = Math.min(quickest.unknown, unknown.ms);
  }
  // Without the hashing it would be a tenth.
  assert.ok(
    quickest.unknown > quickest.known / 4,
    `${quickest.unknown} against ${quickest.known} ms`,
  );
});

/** The page tells to wait so many seconds, less what has really gone by since then. */
function assertWait(page: string, seconds: number, since: number): void {
  const told = Number(/Please wait (\d+) seconds/.exec(page)?.[1]);
  const gone = Math.ceil((performance.now() - since) / SECOND);
  assert.ok(told <= seconds && told >= seconds - gone, `${told} s, ${gone} s after ${seconds} s`);
}

test('after five wrong tries each further one waits longer, the right password too', async () => {
  person = await testServer.merchant();
  const browser = testServer.stranger();
  let since = 0;
  for (let tries = 0; tries < 5; tries += 1) {
    since = performance.now();
    assert.equal((await guess(browser, person.email)).status, 403);
  }
  const delayed = await guess(browser, person.email, TEST_PASSWORD);
  assert.equal(delayed.status, 429);
  assert.match(delayed.text, /There were too many tries\./);
  assertWait(delayed.text, 30, since);
  testServer.clock.advance(31 * SECOND);
  since = performance.now();
  assert.equal((await guess(browser, person.email)).status, 403);
  testServer.clock.advance(31 * SECOND);
  // The second delay is twice the first: 60 seconds, of which 31 have gone.
  assertWait((await guess(browser, person.email)).text, 60 - 31, since);
  testServer.clock.advance(31 * SECOND);
  assert.equal((await guess(browser, person.email, TEST_PASSWORD)).status, 303);
  assert.equal((await guess(browser, person.email)).status, 403);
});

test('an email without an account is delayed just the same', async () => {
  const browser = testServer.stranger();
  for (let tries = 0; tries < 5; tries += 1) await guess(browser, 'ghost@example.com');
  assert.equal((await guess(browser, 'ghost@example.com')).status, 429);
});

test('guesses at the same moment share one count', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => guess(testServer.stranger(), 'burst@example.com')),
  );
  assert.ok(answers.filter(({ status }) => status === 403).length <= 5);
});

test('people behind one address sign in at the same moment, at servers whose clocks differ', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => testServer.merchant()));
  for (const one of people) {
    assert.equal((await guess(testServer.stranger(), one.email, TEST_PASSWORD)).status, 303);
    testServer.clock.advance(-2 * SECOND);
  }
});

test('a browser that signed in before is not kept out by guesses from elsewhere', async () => {
  person = await testServer.merchant();
  const own = testServer.stranger();
  assert.equal((await guess(own, person.email, TEST_PASSWORD)).status, 303);
  for (let tries = 0; tries < 6; tries += 1) await guess(testServer.stranger(), person.email);
  assert.equal((await guess(testServer.stranger(), person.email, TEST_PASSWORD)).status, 429);
  const { address } = startOf(testServer.config, own.origin, { prompt: 'login' });
  const page = await own.call(address);
  const { action, fields } = readForm(page.text);
  const body = new URLSearchParams({ ...fields, username: person.email, password: TEST_PASSWORD });
  const answer = await own.call(new URL(action, address).href, { method: 'POST', body });
  assert.equal(answer.status, 303);
});

test('a form that another site sent is not taken', async () => {
  person = await testServer.merchant();
  const typed = { username: person.email, password: TEST_PASSWORD };
  const foreign = [
    await send(testServer.stranger(), typed, { origin: 'https://evil.example' }),
    await send(testServer.stranger(), typed, { 'sec-fetch-site': 'cross-site' }),
    await send(testServer.stranger(), { ...typed, token: 'guessed' }),
  ];
  for (const answer of foreign) {
    assert.equal(answer.status, 503);
    assert.ok(answer.text.includes('Sorry, our server encountered an error. Please try again.'));
  }
});

test('what is typed is shown as text, whatever it is', async () => {
  const answer = await guess(testServer.stranger(), '"><script>alert(1)</script>');
  assert.equal(answer.status, 403);
  assert.doesNotMatch(answer.text, /<script/);
});

test('a form without end, or of another kind, is refused', async () => {
  const { issuer } = testServer.config.identity;
  const browser = testServer.stranger();
  const { address } = startOf(testServer.config, browser.origin);
  const { action } = readForm((await browser.call(address)).text);
  const target = new URL(action, issuer).href;
  const long = await browser.call(target, {
    method: 'POST',
    body: new URLSearchParams({ username: 'x'.repeat(20_000) }),
  });
  assert.equal(long.status, 413);
  const json = await browser.call(target, { method: 'POST', body: { username: 'a' } });
  assert.equal(json.status, 415);
});

test('without its database the provider says so, and the same page goes on once it is back', async () => {
  person = await testServer.merchant();
  const browser = testServer.stranger();
  const accept = { accept: 'text/html,*/*' };
  const { address, redirectUri } = startOf(testServer.config, browser.origin);
  const page = await follow(browser, await browser.call(address), address, redirectUri);
  const { action, fields } = readForm(page.answer.text);
  const target = new URL(action, page.address).href;
  const typed = { username: person.email, password: TEST_PASSWORD };
  const press = () =>
    browser.call(target, {
      method: 'POST',
      headers: accept,
      body: new URLSearchParams({ ...fields, ...typed }),
    });
  testServer.line.cut();
  const begun = await testServer.stranger().call(address, { headers: accept });
  for (const answer of [await press(), await browser.call(target, { headers: accept }), begun]) {
    assert.equal(answer.status, 503);
    const said = 'Sorry, server is off. Please contact system administrator.';
    assert.ok(answer.text.includes(said), answer.text.slice(0, 2000));
    assert.match(answer.text, /<style>/);
  }
  testServer.line.mend();
  assert.equal((await press()).status, 303);
});

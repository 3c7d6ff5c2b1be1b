import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { TestClient } from '#testing/test-client.ts';
import {
  type LinedServer,
  openLinedServer,
  TEST_PASSWORD,
  type TestPerson,
} from '#testing/test-server.ts';
import { follow, readForm, startOf } from '#testing/test-sign-in.ts';
import { renderSignIn } from './sign-in-pages.ts';

const REFUSED = 'Sorry, You are not authorised to login. Please contact the administrator.';
const SECOND = 1000;

let testServer: LinedServer;
let person: TestPerson;
before(async () => {
  testServer = await openLinedServer();
});
after(() => testServer.close());
// All tests share one network address, whose failures expire after an hour.
beforeEach(() => testServer.clock.advance(2 * 3600 * SECOND));

/** Submits the sign-in form, with the changes of a test. */
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

test('a wrong password is refused with the specified text and the email is kept', async () => {
  person = await testServer.merchant();
  const answer = await guess(testServer.stranger(), person.email);
  assert.equal(answer.status, 403);
  assert.ok(answer.text.includes(REFUSED));
  assert.match(answer.text, /role="alert"/);
  assert.ok(answer.text.includes(`value="${person.email}"`));
  assert.ok(!answer.text.includes('not-the-password'));
});

test('neither the answer nor its timing reveals whether an account exists', async () => {
  person = await testServer.merchant();
  const timed = async (email: string) => {
    const browser = testServer.stranger();
    const start = performance.now();
    const { text } = await guess(browser, email);
    const ms = performance.now() - start;
    return { ms, text: text.replaceAll(/value="[^"]*"|sign-in\/[\w-]+/g, '') };
  };
  await timed('warm@example.com');
  // The minimum of three alternating measurements: a busy machine only makes requests slower.
  const quickest = { known: Infinity, unknown: Infinity };
  for (let round = 0; round < 3; round += 1) {
    const known = await timed(person.email);
    const unknown = await timed('nobody-here@example.com');
    assert.equal(unknown.text, known.text);
    quickest.known = Math.min(quickest.known, known.ms);
    quickest.unknown = Math.min(quickest.unknown, unknown.ms);
  }
  // Without the dummy hash it would take a tenth of the time.
  assert.ok(
    quickest.unknown > quickest.known / 4,
    `${quickest.unknown} against ${quickest.known} ms`,
  );
});

/** The page asks to wait so many seconds, minus the time that has really passed. */
function assertWait(page: string, seconds: number, since: number): void {
  const shown = Number(/Please wait (\d+) seconds/.exec(page)?.[1]);
  const gone = Math.ceil((performance.now() - since) / SECOND);
  assert.ok(
    shown <= seconds && shown >= seconds - gone,
    `${shown} s, ${gone} s after ${seconds} s`,
  );
}

test('after five wrong attempts each further one waits longer, with the correct password too', async () => {
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
  // The second delay is twice the first: 60 seconds, of which 31 have passed.
  assertWait((await guess(browser, person.email)).text, 60 - 31, since);
  testServer.clock.advance(31 * SECOND);
  assert.equal((await guess(browser, person.email, TEST_PASSWORD)).status, 303);
  assert.equal((await guess(browser, person.email)).status, 403);
});

test('the page says in seconds or minutes how long to wait', () => {
  const view = { domain: 'MERCHANT', action: '/', formToken: '', email: '', prefetch: [] } as const;
  const waits: [number, string][] = [
    [1, 'wait 1 second,'],
    [2, 'wait 2 seconds,'],
    [90, 'wait 2 minutes,'],
  ];
  for (const [retryAfterSeconds, text] of waits) {
    const error = { kind: 'delayed', retryAfterSeconds } as const;
    assert.ok(renderSignIn(testServer.config, { ...view, error }).includes(text), text);
  }
});

test('an email without an account is delayed in the same way', async () => {
  const browser = testServer.stranger();
  for (let tries = 0; tries < 5; tries += 1) await guess(browser, 'ghost@example.com');
  assert.equal((await guess(browser, 'ghost@example.com')).status, 429);
});

test('concurrent guesses are all counted', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => guess(testServer.stranger(), 'burst@example.com')),
  );
  assert.ok(answers.filter(({ status }) => status === 403).length <= 5);
});

test('people behind one address can sign in at the same time, on servers whose clocks differ', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => testServer.merchant()));
  for (const one of people) {
    assert.equal((await guess(testServer.stranger(), one.email, TEST_PASSWORD)).status, 303);
    testServer.clock.advance(-2 * SECOND);
  }
});

test('a known browser is not delayed by guesses from other browsers', async () => {
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

test('a form submitted by another site is refused', async () => {
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

test('typed input is escaped', async () => {
  const answer = await guess(testServer.stranger(), '"><script>alert(1)</script>');
  assert.equal(answer.status, 403);
  assert.doesNotMatch(answer.text, /<script/);
});

test('a form that is too large, or of another content type, is refused', async () => {
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

test('without its database the provider answers 503, and the same page works once it is back', async () => {
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

import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestClient } from '#testing/test-client.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD,
  type TestPerson,
} from '#testing/test-server.ts';
import { follow, readForm, startOf } from '#testing/test-sign-in.ts';

const SEC_TOKEN = '/identity/api/v1/auth/public/sec-token';
const RESET = '/identity/api/v1/users/reset-password';
const PASSWORD = 'a lantern over the lake';
const MINUTE = 60_000;

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const ask = (identifier: string) =>
  testServer
    .stranger()
    .call(SEC_TOKEN, { method: 'POST', body: { identifier, tokenType: 'PASSWORD_RESET' } });

async function tryCode(identifier: string, token: string, client = testServer.stranger()) {
  const body = { identifier, token, tokenType: 'PASSWORD_RESET' };
  return (await client.call(`${SEC_TOKEN}/verify`, { method: 'POST', body })).json.message;
}

const reset = (body: object, client = testServer.stranger()) =>
  client.call(RESET, { method: 'POST', body });

async function newest(to: string) {
  const [message] = await testServer.outbox(to);
  return {
    channel: message?.channel,
    subject: message?.subject ?? '',
    code: /^\d{5}\b/m.exec(message?.text ?? '')?.[0] ?? 'none',
    token: /\/reset-password#([\w-]{43})\n/.exec(message?.text ?? '')?.[1] ?? 'none',
  };
}

const other = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0');

/** Asks for a code and enters five wrong ones. */
async function guess(identifier: string): Promise<void> {
  testServer.clock.advance(16 * MINUTE);
  assert.equal((await ask(identifier)).status, 200);
  const { code } = await newest(identifier);
  for (let tries = 0; tries < 5; tries += 1) await tryCode(identifier, other(code));
}

/** The token of a link that was asked for. */
async function linkFor({ email }: TestPerson, identifier = email): Promise<string> {
  testServer.clock.advance(MINUTE + 1000);
  await ask(identifier);
  return (await newest(email)).token;
}

test('resend resets the counter: after ten wrong codes in a day over email and phone the right one resets nothing, and the owner is told', async () => {
  const person = await testServer.merchant();
  await guess(person.email);
  await ask(person.phone);
  const { code } = await newest(person.phone);
  for (let tries = 0; tries < 4; tries += 1) await tryCode(person.phone, other(code));
  assert.doesNotMatch((await newest(person.email)).subject, /Wrong codes/);
  await tryCode(person.phone, other(code));
  assert.match((await newest(person.email)).subject, /Wrong codes were entered/);
  const link = await linkFor(person);
  assert.match(link, /^[\w-]{43}$/);
  assert.equal((await reset({ password: PASSWORD, token: link })).status, 204);
  await testServer.signIn('MERCHANT', person.email, PASSWORD);
});

test('a code that was sent before the tenth wrong one is not right after it', async () => {
  const { phone, email } = await testServer.merchant();
  await ask(phone);
  const right = (await newest(phone)).code;
  for (let round = 0; round < 2; round += 1) {
    testServer.clock.advance(MINUTE + 1000);
    await ask(email);
    const { code } = await newest(email);
    for (let tries = 0; tries < 5; tries += 1) await tryCode(email, other(code));
  }
  const browser = testServer.stranger();
  assert.equal(await tryCode(phone, right, browser), 'invalid');
  assert.equal((await reset({ password: PASSWORD }, browser)).json.code, 'NOT_VERIFIED');
});

test('the next day codes count again, and after thirty wrong ones never', async () => {
  const person = await testServer.merchant();
  for (let day = 0; day < 3; day += 1) {
    await guess(person.email);
    await guess(person.email);
    testServer.clock.advance(25 * 60 * MINUTE);
    await ask(person.email);
    const { code, token } = await newest(person.email);
    assert.deepEqual([code === 'none', token === 'none'], day < 2 ? [false, true] : [true, false]);
  }
  testServer.clock.advance(400 * 24 * 60 * MINUTE);
  assert.match(await linkFor(person), /^[\w-]{43}$/);
});

test('people of banks and of the platform get a link by email, and never an SMS', async () => {
  for (const person of [await testServer.banker(), await testServer.operator()]) {
    const token = await linkFor(person, person.phone);
    assert.match(token, /^[\w-]{43}$/);
    assert.deepEqual(await testServer.outbox(person.phone), []);
    assert.equal((await newest(person.email)).code, 'none');
    assert.equal((await reset({ password: PASSWORD, token })).status, 204);
  }
});

test('a link sets one password, within 15 minutes, and ends the other links of the account', async () => {
  const banker = await testServer.banker();
  const late = await linkFor(banker);
  testServer.clock.advance(16 * MINUTE);
  const expired = await reset({ password: PASSWORD, token: late });
  assert.equal(expired.json.code, 'RESET_LINK_INVALID');
  const [first, second] = [await linkFor(banker), await linkFor(banker)];
  const weak = await reset({ password: banker.email, token: first });
  assert.equal(weak.json.code, 'PASSWORD_WEAK');
  const both = await Promise.all([
    reset({ password: PASSWORD, token: first }),
    reset({ password: `${PASSWORD} again`, token: first }),
  ]);
  assert.equal(both.filter(({ status }) => status === 204).length, 1);
  for (const token of [first, second, 'x'.repeat(43)])
    assert.equal((await reset({ password: PASSWORD, token })).json.code, 'RESET_LINK_INVALID');
});

/** Submits the sign-in form of a new sign-in. `go` follows the redirects after it, as a browser does. */
async function submitSignIn(browser: TestClient, email: string, password: string) {
  const { address, redirectUri } = startOf(testServer.config, browser.origin);
  const page = await follow(browser, await browser.call(address), address, redirectUri);
  const { action, fields } = readForm(page.answer.text);
  const target = new URL(action, page.address).href;
  const body = new URLSearchParams({ ...fields, username: email, password });
  const answer = await browser.call(target, { method: 'POST', body });
  return { answer, go: () => follow(browser, answer, target, redirectUri) };
}

test('a sign-in with the old password that has not ended at a reset gives no session', async () => {
  const banker = await testServer.banker();
  const token = await linkFor(banker);
  const browser = testServer.stranger('BANK');
  const { answer, go } = await submitSignIn(browser, banker.email, TEST_PASSWORD);
  assert.equal(answer.status, 303);
  assert.equal((await reset({ password: PASSWORD, token })).status, 204);
  assert.doesNotMatch((await go()).address, /[?&]code=/);
  const silent = startOf(testServer.config, browser.origin, { prompt: 'none' });
  const { headers } = await browser.call(silent.address);
  assert.match(String(headers['location']), /error=login_required/);
  await testServer.signIn('BANK', banker.email, PASSWORD);
});

/** A hash of the old password that takes seconds to check, and is renewed at a sign-in. */
function slowHash(password: string): string {
  const [salt, cost] = [Buffer.alloc(16, 1), { memory: 19_456, passes: 80, parallelism: 1 }];
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, tagLength: 32, ...cost });
  const code = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=19456,t=80,p=1$${code(salt)}$${code(tag)}`;
}

test('a sign-in that is checked during a reset is refused and does not bring the old password back', async () => {
  const banker = await testServer.banker();
  const token = await linkFor(banker);
  const { db } = testServer.ctx;
  const password_hash = slowHash(TEST_PASSWORD);
  await db.asPlatform('test', (tx) =>
    tx.updateTable('accounts').set({ password_hash }).where('id', '=', banker.userId).execute(),
  );
  const guards = () =>
    db.asPlatform('test', (tx) => tx.selectFrom('sign_in_guards').selectAll().execute());
  const counted = (await guards()).length;
  const signingIn = submitSignIn(testServer.stranger('BANK'), banker.email, TEST_PASSWORD);
  // The attempt is counted in the transaction that reads the old hash.
  while ((await guards()).length === counted) await nextTurn();
  assert.equal((await reset({ password: PASSWORD, token })).status, 204);
  assert.equal((await signingIn).answer.status, 403);
  await testServer.signIn('BANK', banker.email, PASSWORD);
});

test('a code can be sent and entered for one account at the same time', async () => {
  const { email, userId } = await testServer.merchant();
  await ask(email);
  testServer.clock.advance(MINUTE + 1000);
  // Locks the account and then its code, as the check of a code does.
  const { sending } = await testServer.ctx.db.asPlatform('test', async (tx) => {
    const isAnyWaiting = async () =>
      (await sql`select from pg_locks where not granted`.execute(tx)).rows.length > 0;
    await tx.selectFrom('accounts').select('id').where('id', '=', userId).forUpdate().execute();
    const sent = ask(email);
    while (!(await isAnyWaiting())) await nextTurn();
    await tx.updateTable('one_time_codes').set({ tries: 1 }).where('used_at', 'is', null).execute();
    return { sending: sent };
  });
  assert.equal((await sending).status, 200);
});

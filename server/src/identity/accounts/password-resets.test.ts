import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';

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

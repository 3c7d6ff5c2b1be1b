import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '#testing/test-client.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';

const SEC_TOKEN = '/identity/api/v1/auth/public/sec-token';
const MINUTE = 60_000;

let testServer: TestServer;
let count = 0;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const freshEmail = () => `person-${(count += 1)}@example.com`;

const send = (client: TestClient, identifier: string, tokenType = 'OTP') =>
  client.call(SEC_TOKEN, { method: 'POST', body: { identifier, tokenType } });

const verify = (client: TestClient, identifier: string, token: string, tokenType = 'OTP') =>
  client.call(`${SEC_TOKEN}/verify`, { method: 'POST', body: { identifier, token, tokenType } });

async function codeFor(identifier: string): Promise<string> {
  const [message] = await testServer.outbox(identifier);
  return /^\d{5}\b/m.exec(message?.text ?? '')?.[0] ?? 'none';
}

const other = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0');

test('a code is sent by email and by SMS, and is valid once', async () => {
  for (const identifier of [freshEmail(), '+256772000001']) {
    const client = testServer.stranger();
    const sent = await send(client, identifier);
    assert.deepEqual(sent.json, { message: 'sent', retryAfterSeconds: 60 });
    const code = await codeFor(identifier);
    assert.equal((await verify(client, identifier, code)).json.message, 'valid');
    assert.equal((await verify(client, identifier, code)).json.message, 'used');
    const [message] = await testServer.outbox(identifier);
    assert.equal(message?.channel, identifier.startsWith('+') ? 'sms' : 'email');
  }
});

test('a code is not valid for another identifier or purpose', async () => {
  const [email, neighbour] = [freshEmail(), freshEmail()];
  const client = testServer.stranger();
  await send(client, email);
  const code = await codeFor(email);
  assert.equal((await verify(client, neighbour, code)).json.message, 'invalid');
  assert.equal((await verify(client, email, code, 'PASSWORD_RESET')).json.message, 'invalid');
  assert.equal((await verify(client, email, code)).json.message, 'valid');
});

test('a code expires after ten minutes', async () => {
  const email = freshEmail();
  const client = testServer.stranger();
  await send(client, email);
  const code = await codeFor(email);
  testServer.clock.advance(10 * MINUTE + 1000);
  assert.equal((await verify(client, email, code)).json.message, 'expired');
});

test('unlimited code guessing: a code allows five attempts, concurrent ones included', async () => {
  const email = freshEmail();
  const client = testServer.stranger();
  await send(client, email);
  const code = await codeFor(email);
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => verify(client, email, other(code))),
  );
  const results = guesses.map(({ json }) => json.message);
  assert.equal(results.filter((word) => word === 'invalid').length, 5);
  assert.equal(results.filter((word) => word === 'too-many-tries').length, 7);
  assert.equal((await verify(client, email, code)).json.message, 'too-many-tries');
});

test('a new code invalidates the previous one', async () => {
  const email = freshEmail();
  const client = testServer.stranger();
  await send(client, email);
  const first = await codeFor(email);
  testServer.clock.advance(61_000);
  await send(client, email);
  const second = await codeFor(email);
  if (first !== second) {
    assert.equal((await verify(client, email, first)).json.message, 'invalid');
  }
  assert.equal((await verify(client, email, second)).json.message, 'valid');
});

test('cooldown only in the browser: the next code can be sent after one minute; refused requests do not extend the wait', async () => {
  const email = freshEmail();
  await send(testServer.stranger(), email);
  testServer.clock.advance(20_000);
  const soon = await send(testServer.stranger(), email);
  assert.equal(soon.status, 429);
  assert.equal(soon.json.code, 'CODE_TOO_SOON');
  assert.ok(soon.json.retryAfterSeconds <= 40 && soon.json.retryAfterSeconds > 30);
  testServer.clock.advance(41_000);
  assert.equal((await send(testServer.stranger(), email)).status, 200);
  assert.equal((await testServer.outbox(email)).length, 2);
});

test('mail bombing: five codes an hour per identifier, for all purposes together and with concurrent requests', async () => {
  const email = freshEmail();
  const burst = await Promise.all([1, 2, 3, 4].map(() => send(testServer.stranger(), email)));
  assert.equal(burst.filter(({ status }) => status === 200).length, 1);
  for (let sent = 1; sent < 5; sent += 1) {
    testServer.clock.advance(61_000);
    assert.equal((await send(testServer.stranger(), email, 'OTP')).status, 200);
  }
  testServer.clock.advance(61_000);
  const many = await send(testServer.stranger(), email, 'PASSWORD_RESET');
  assert.equal(many.json.code, 'CODE_TOO_MANY');
  assert.equal((await testServer.outbox(email)).length, 5);
  testServer.clock.advance(many.json.retryAfterSeconds * 1000);
  assert.equal((await send(testServer.stranger(), email)).status, 200);
});

test('a person with an account gets a notice instead of a code; the answer is the same', async () => {
  const person = await testServer.merchant();
  const client = testServer.stranger();
  const known = await send(client, person.email);
  const unknown = await send(client, freshEmail());
  assert.deepEqual(known.json, unknown.json);
  const [message] = await testServer.outbox(person.email);
  assert.match(message?.subject ?? '', /have a Tegeka account already/);
  assert.doesNotMatch(message?.text ?? '', /^\d{5}\b/m);
  assert.equal((await verify(client, person.email, '00000')).json.message, 'invalid');
});

test('a person without an account gets no reset code; the answer is the same', async () => {
  const person = await testServer.merchant();
  const nobody = freshEmail();
  const client = testServer.stranger();
  const known = await send(client, person.email, 'PASSWORD_RESET');
  const unknown = await send(client, nobody, 'PASSWORD_RESET');
  assert.deepEqual(known.json, unknown.json);
  assert.notEqual(await codeFor(person.email), 'none');
  const [message] = await testServer.outbox(nobody);
  assert.match(message?.subject ?? '', /no Tegeka account/);
  assert.equal(await codeFor(nobody), 'none');
});

test('a code that is not five digits, or an identifier that is neither email nor phone, is refused', async () => {
  const client = testServer.stranger();
  assert.equal((await verify(client, freshEmail(), '123')).status, 400);
  assert.equal((await send(client, 'not an email')).status, 400);
  assert.equal((await send(client, '+254712345678')).status, 400);
});

test('requests whether an email or phone is taken are answered, and rate limited', async () => {
  const person = await testServer.merchant();
  const client = testServer.stranger();
  const ask = (query: string) => client.call(`/identity/api/v1/users/${query}`);
  const local = `0${person.phone.slice(4)}`;
  assert.deepEqual((await ask(`phone-exists?phoneNumber=${local}`)).json, { exists: true });
  assert.deepEqual((await ask('phone-exists?phoneNumber=0772999999')).json, { exists: false });
  const email = encodeURIComponent(person.email.toUpperCase());
  assert.deepEqual((await ask(`email-exists?email=${email}`)).json, { exists: true });
  let status = 200;
  for (let asked = 0; asked < 60 && status === 200; asked += 1) {
    ({ status } = await ask('email-exists?email=nobody%40example.com'));
  }
  assert.equal(status, 429);
  testServer.clock.advance(61 * MINUTE);
  assert.equal((await ask('email-exists?email=nobody%40example.com')).status, 200);
});

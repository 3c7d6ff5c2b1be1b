import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import type { TestClient } from '#testing/test-client.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD,
  TEST_PASSWORD_HASH,
} from '#testing/test-server.ts';
import { requestTokens, signInOverHttp } from '#testing/test-sign-in.ts';

const USERS = '/identity/api/v1/users';
const SEC_TOKEN = '/identity/api/v1/auth/public/sec-token';
const PASSWORD = 'a lantern over the lake';

let testServer: TestServer;
let count = 0;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const freshEmail = () => `founder-${(count += 1)}@example.com`;
const freshNumber = () => randomInt(772_100_000, 772_900_000);

/** Verifies an email or phone in a browser, as a person does. */
async function prove(client: TestClient, identifier: string, tokenType = 'OTP') {
  const sent = { method: 'POST', body: { identifier, tokenType } };
  assert.equal((await client.call(SEC_TOKEN, sent)).status, 200);
  const [message] = await testServer.outbox(identifier);
  const token = /^\d{5}\b/m.exec(message?.text ?? '')?.[0] ?? '';
  const body = { identifier, tokenType, token };
  const answer = await client.call(`${SEC_TOKEN}/verify`, { method: 'POST', body });
  assert.equal(answer.json.message, 'valid');
}

function representative(email: string, subscriberNumber: number, more = {}) {
  return {
    firstName: 'Jane',
    lastName: 'Okello',
    businessName: 'Lake Traders',
    password: PASSWORD,
    phoneNumber: { countryCode: '256', region: 'UG', subscriberNumber },
    email,
    isAdmin: true,
    domainName: 'MERCHANT',
    ...more,
  };
}

const create = (client: TestClient, body: object, headers = {}) =>
  client.call(`${USERS}/merchant-rep-account`, { method: 'POST', body, headers });

test('a person with verified email and phone gets an account, an organization, a welcome message, and can sign in', async () => {
  const [client, email, number] = [testServer.stranger(), freshEmail(), freshNumber()];
  await prove(client, email);
  await prove(client, `+256${number}`);
  const made = await create(client, representative(email, number));
  assert.equal(made.status, 201);
  const [message] = await testServer.outbox(email);
  assert.equal(message?.subject, 'Welcome to Tegeka');
  assert.ok(!message?.text.includes(PASSWORD));
  const signedIn = await testServer.signIn('MERCHANT', email, PASSWORD);
  const { json } = await signedIn.call(`${USERS}/currentuser`);
  assert.equal(json.id, made.json.id);
  assert.deepEqual(json.attributes, {
    domainName: ['MERCHANT'],
    organizationId: [made.json.organizationId],
    businessName: ['Lake Traders'],
    phoneNumber: [`+256${number}`],
  });
});

test('an account needs email and phone verified in this browser within the last 30 minutes', async () => {
  const [client, email, number] = [testServer.stranger(), freshEmail(), freshNumber()];
  const body = representative(email, number);
  assert.equal((await create(client, body)).json.code, 'NOT_VERIFIED');
  await prove(client, email);
  assert.equal((await create(client, body)).json.code, 'NOT_VERIFIED');
  await prove(client, `+256${number}`);
  assert.equal((await create(testServer.stranger(), body)).json.code, 'NOT_VERIFIED');
  const another = representative(freshEmail(), number);
  assert.equal((await create(client, another)).json.code, 'NOT_VERIFIED');
  testServer.clock.advance(31 * 60_000);
  assert.equal((await create(client, body)).json.code, 'NOT_VERIFIED');
});

test('control characters are refused in the names of an account', async () => {
  const client = testServer.stranger();
  const names = { firstName: 'Ja\u001Bne', lastName: 'Oke\u2029llo', businessName: 'Lake\u0007' };
  for (const [field, name] of Object.entries(names)) {
    const answer = await create(
      client,
      representative(freshEmail(), freshNumber(), { [field]: name }),
    );
    assert.equal(answer.status, 400, field);
    assert.deepEqual(answer.json.fields, [{ field, message: 'Enter plain text on one line' }]);
  }
});

test('a tampered verification cookie is not accepted', async () => {
  const [client, email, number] = [testServer.stranger(), freshEmail(), freshNumber()];
  await prove(client, email);
  const cookie = client.cookie('tegeka_verified') ?? '';
  const [, mac = ''] = cookie.split('~');
  const forged = Buffer.from(JSON.stringify([])).toString('base64url');
  const csrf = client.cookie('XSRF-TOKEN') ?? '';
  const answer = await create(client, representative(email, number), {
    cookie: `XSRF-TOKEN=${csrf}; tegeka_verified=${forged}~${mac}`,
  });
  assert.equal(answer.json.code, 'NOT_VERIFIED');
});

test('a weak password is refused as a field error, and the verification stays valid', async () => {
  const [client, email, number] = [testServer.stranger(), freshEmail(), freshNumber()];
  await prove(client, email);
  await prove(client, `+256${number}`);
  const weak = [
    'short',
    'qwertyuiop',
    '1234567890',
    'aaaaaaaaaaaa',
    'superman2024!',
    'Jane.Okello',
    'laketraders1',
    email,
    'LakeTraders!',
  ];
  for (const password of weak) {
    const answer = await create(client, representative(email, number, { password }));
    assert.equal(answer.json.code, 'PASSWORD_WEAK', password);
    assert.equal(answer.json.fields[0].field, 'password');
  }
  assert.equal((await create(client, representative(email, number))).status, 201);
});

test('submitting the same form twice creates one account', async () => {
  const [client, email, number] = [testServer.stranger(), freshEmail(), freshNumber()];
  await prove(client, email);
  await prove(client, `+256${number}`);
  const body = representative(email, number);
  const headers = { 'idempotency-key': `submission-${number}` };
  const [one, two] = await Promise.all([
    create(client, body, headers),
    create(client, body, headers),
  ]);
  const again = await create(client, body, headers);
  assert.equal(again.status, 201);
  assert.ok([one.status, two.status].every((status) => status === 201 || status === 409));
});

test('two concurrent sign-ups with the same email: one succeeds', async () => {
  const email = freshEmail();
  const numbers = [freshNumber(), freshNumber()];
  const clients = numbers.map(() => testServer.stranger());
  for (const [index, client] of clients.entries()) {
    await prove(client, email);
    await prove(client, `+256${numbers[index]}`);
    testServer.clock.advance(61_000);
  }
  const answers = await Promise.all(
    clients.map((client, index) => create(client, representative(email, numbers[index] ?? 0))),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  const loser = answers.find(({ status }) => status === 409);
  assert.equal(loser?.json.code, 'EMAIL_TAKEN');
  assert.equal(loser?.json.title, 'Sorry, that email exists');
});

test('a phone that was taken in the meantime is refused with PHONE_TAKEN', async () => {
  const [client, email, number] = [testServer.stranger(), freshEmail(), freshNumber()];
  await prove(client, email);
  await prove(client, `+256${number}`);
  const { ctx } = testServer;
  await ctx.db.asPlatform('somebody was faster', (tx) =>
    createAccount(ctx, tx, {
      organization: { name: 'Faster' },
      domain: 'MERCHANT',
      firstName: 'A',
      lastName: 'B',
      email: freshEmail(),
      phone: `+256${number}`,
      passwordHash: TEST_PASSWORD_HASH,
    }),
  );
  const answer = await create(client, representative(email, number));
  assert.equal(answer.json.code, 'PHONE_TAKEN');
});

test('a new password ends every session, and the owner is notified by email', async () => {
  const person = await testServer.merchant();
  const elsewhere = testServer.stranger();
  const tokens = await signInOverHttp(elsewhere, testServer.config, person.email, TEST_PASSWORD);
  const client = testServer.stranger();
  const reset = (password: string) =>
    client.call(`${USERS}/reset-password`, { method: 'POST', body: { password } });
  assert.equal((await reset(PASSWORD)).json.code, 'NOT_VERIFIED');
  assert.deepEqual((await client.call(`${USERS}/reset-password`)).json, { identifier: null });
  await prove(client, person.email, 'PASSWORD_RESET');
  assert.deepEqual((await client.call(`${USERS}/reset-password`)).json, {
    identifier: person.email,
  });
  assert.equal((await reset(person.email)).json.code, 'PASSWORD_WEAK');
  assert.equal((await reset(PASSWORD)).status, 204);
  const refreshed = await requestTokens(elsewhere, testServer.config, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refreshToken,
  });
  assert.equal(refreshed.json.error, 'invalid_grant');
  const [message] = await testServer.outbox(person.email);
  assert.match(message?.subject ?? '', /password was changed/);
  await assert.rejects(testServer.signIn('MERCHANT', person.email));
  await testServer.signIn('MERCHANT', person.email, PASSWORD);
  assert.equal((await reset('another good one')).json.code, 'NOT_VERIFIED');
});

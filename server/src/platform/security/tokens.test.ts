import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, test } from 'node:test';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import { submissionOf, submitRegistration } from '#testing/test-merchant.ts';
import { type TestServer, openTestServer, TEST_PASSWORD_HASH } from '#testing/test-server.ts';

/** An external provider like Keycloak: one key, one issuer. */
const ISSUER = 'https://sso.example/realms/elsewhere';
const ORGANIZATION = '01a1fd97-dbef-79ce-b247-fd64272a2c01';

let testServer: TestServer;
let provider: Server;
let reachable = true;
let asked = 0;
const { privateKey, publicKey } = await generateKeyPair('ES256');
const stranger = await generateKeyPair('ES256');
const published = async (key: typeof publicKey, kid: string) => ({
  ...(await exportJWK(key)),
  kid,
  alg: 'ES256',
  use: 'sig',
});
const own = await published(publicKey, 'one');
let keys = [own];

before(async () => {
  provider = createServer((_, response) => {
    asked += 1;
    if (!reachable) response.writeHead(500).end();
    else response.end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  testServer = await openTestServer({
    OIDC_ISSUER: ISSUER,
    OIDC_JWKS_URL: `http://127.0.0.1:${port}/certs`,
    OIDC_AUDIENCE: 'our-api',
  });
});
after(async () => {
  await testServer.close();
  provider.close();
});

const claims = {
  sub: 'f:1:jane',
  given_name: 'Jane',
  family_name: 'Okello',
  email: 'jane@example.com',
  domainName: 'BANK',
  organizationId: [ORGANIZATION],
  businessName: ['Bank'],
  realm_access: { roles: ['BANK', 'banks.read', 'offline_access'] },
};

function sign(payload: JWTPayload, key = privateKey, header = { alg: 'ES256', kid: 'one' }) {
  const now = Math.floor(testServer.clock.now().getTime() / 1000);
  const times = { iss: ISSUER, aud: ['our-api', 'account'], iat: now, exp: now + 300 };
  return new SignJWT({ ...times, ...payload }).setProtectedHeader(header).sign(key);
}

async function ask(token: string) {
  const client = testServer.stranger('BANK');
  client.token = token;
  return client.call('/identity/api/v1/users/currentuser');
}

test('an unreachable provider answers 503 for some seconds, without further requests to it', async () => {
  reachable = false;
  const token = await sign(claims);
  assert.equal((await ask(token)).json.code, 'SERVER_OFF');
  const until = asked;
  assert.equal((await ask(token)).status, 503);
  assert.equal(asked, until);
  reachable = true;
  testServer.clock.advance(6000);
  assert.equal((await ask(await sign(claims))).status, 200);
});

test('a token of another provider is accepted, with attributes as lists or single values', async () => {
  const { json } = await ask(await sign(claims));
  assert.equal(json.id, 'f:1:jane');
  assert.equal(json.firstName, 'Jane');
  assert.deepEqual(json.attributes, {
    domainName: ['BANK'],
    organizationId: [ORGANIZATION],
    businessName: ['Bank'],
    phoneNumber: [],
  });
  assert.deepEqual(json.roles, ['BANK', 'banks.read', 'offline_access']);
});

test('a disabled account changes nothing, with a token of any provider', async () => {
  const { ctx } = testServer;
  const { id, organizationId } = await ctx.db.asPlatform('an account that moved', (tx) =>
    createAccount(ctx, tx, {
      email: 'jane@example.com',
      firstName: 'Jane',
      lastName: 'Okello',
      phone: null,
      domain: 'MERCHANT',
      organization: { name: 'Moved' },
      passwordHash: TEST_PASSWORD_HASH,
    }),
  );
  const roles = { roles: ['MERCHANT', 'customers.read'] };
  const who = { sub: id, organizationId: [organizationId], domainName: 'MERCHANT' };
  const client = testServer.stranger();
  client.token = await sign({ ...claims, ...who, realm_access: roles });
  const body = { list: 'listCustomers', name: 'Mine', query: '' };
  const save = () => client.call('/api/v1/saved-views', { method: 'PUT', body });
  assert.equal((await save()).status, 200);
  const operator = testServer.stranger('OPERATOR');
  operator.token = await sign({
    ...claims,
    domainName: 'OPERATOR',
    realm_access: { roles: ['OPERATOR', 'users.write'] },
  });
  const disabled = await operator.call(`/api/v1/operator/users/${id}/disable`, {
    method: 'PATCH',
    body: { reason: 'Left the business' },
  });
  assert.equal(disabled.status, 204);
  assert.equal((await save()).json.code, 'NOT_SIGNED_IN');
});

test('a token that is expired, not yet valid, of another audience or issuer is refused', async () => {
  const now = Math.floor(testServer.clock.now().getTime() / 1000);
  const errors: JWTPayload[] = [
    { exp: now - 10 },
    { nbf: now + 60 },
    { aud: 'account' },
    { iss: 'https://sso.example/realms/other' },
    { sub: '' },
  ];
  for (const wrong of errors) {
    const answer = await ask(await sign({ ...claims, ...wrong }));
    assert.equal(answer.status, 401, JSON.stringify(wrong));
    assert.equal(answer.json.code, 'NOT_SIGNED_IN');
  }
  const endless = new SignJWT({ ...claims, iss: ISSUER, aud: 'our-api' });
  const header = { alg: 'ES256', kid: 'one' };
  const token = await endless.setProtectedHeader(header).sign(privateKey);
  assert.equal((await ask(token)).status, 401, 'without an end');
});

test('a token without a valid signature is refused', async () => {
  const good = await sign(claims);
  const [header, body, signature = ''] = good.split('.');
  const now = Math.floor(testServer.clock.now().getTime() / 1000);
  const none = new UnsecuredJWT({ ...claims, iss: ISSUER, aud: 'our-api', exp: now + 300 });
  const shared = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)));
  const changed = Buffer.from(JSON.stringify({ ...claims, domainName: 'OPERATOR' }));
  const tokens = [
    none.encode(),
    `${header}.${body}.`,
    `${header}.${body}`,
    `${header}.${changed.toString('base64url')}.${signature}`,
    await sign(claims, stranger.privateKey),
    await sign(claims, stranger.privateKey, { alg: 'ES256', kid: 'other' }),
    await new SignJWT({ ...claims, iss: ISSUER, aud: 'our-api', exp: now + 300 })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(shared),
    'nonsense',
    '',
  ];
  for (const token of tokens) assert.equal((await ask(token)).status, 401, token);
  assert.equal((await ask(good)).status, 200);
});

test('with an external provider nobody signs up or resets a password here', async () => {
  const client = testServer.stranger();
  const body = { identifier: 'jane@example.com', tokenType: 'OTP' };
  const answer = await client.call('/identity/api/v1/auth/public/sec-token', {
    method: 'POST',
    body,
  });
  assert.equal(answer.status, 404);
  const page = await client.call(
    `http://id.localhost:1/realms/tegeka/protocol/openid-connect/auth`,
  );
  assert.equal(page.status, 404);
});

test('with an external provider the list of sessions says that they are managed there', async () => {
  const client = testServer.stranger('BANK');
  client.token = await sign({ ...claims, sid: 'there' });
  const address = '/identity/api/v1/users/currentuser/sessions';
  const { json } = await client.call(address);
  assert.deepEqual(json, { keptBy: 'PROVIDER', sessions: [] });
  assert.equal((await client.call(address, { method: 'DELETE' })).status, 404);
  const one = `${address}/${ORGANIZATION}`;
  assert.equal((await client.call(one, { method: 'DELETE' })).status, 404);
});

test('with an external provider a business registers whose organization nobody has made before', async () => {
  const organizationId = '01a1fd97-dbef-79ce-b247-fd64272a2c77';
  const who = { firstName: 'Mary', lastName: 'Atim', email: 'mary@example.com' };
  const businessName = 'Lira Fresh';
  const client = testServer.stranger('MERCHANT');
  client.token = await sign({
    ...claims,
    sub: 'f:1:mary',
    given_name: who.firstName,
    family_name: who.lastName,
    email: who.email,
    domainName: ['MERCHANT'],
    organizationId: [organizationId],
    businessName: [businessName],
    realm_access: { roles: ['MERCHANT', 'merchants.register'] },
  });
  const phone = '+256772300400';
  const person = { ...who, client, userId: 'f:1:mary', organizationId, phone, businessName };
  const answer = await submitRegistration(client, await submissionOf(person));
  assert.equal(answer.status, 201, answer.text);
  const profile = await client.call(`/api/v1/merchants/organization/${organizationId}`);
  assert.equal(profile.json.businessName, businessName);
});

test('a key that the provider adds is accepted at once, one that it removed is refused ten minutes later, and known ones count while it is unreachable', async (t) => {
  // The key cache uses Date. Keep this test last: afterwards the cached keys are dated in the future.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const later = (milliseconds: number) => {
    t.mock.timers.setTime(Date.now() + milliseconds);
    testServer.clock.advance(milliseconds);
  };
  const next = await generateKeyPair('ES256');
  const header = { alg: 'ES256', kid: 'next' };
  const added = await published(next.publicKey, 'next');
  assert.equal((await ask(await sign(claims))).status, 200);
  later(6000);
  keys = [own, added];
  assert.equal((await ask(await sign(claims, next.privateKey, header))).status, 200);
  assert.equal((await ask(await sign(claims))).status, 200);
  keys = [added];
  later(11 * 60_000);
  assert.equal((await ask(await sign(claims))).status, 401);
  assert.equal((await ask(await sign(claims, next.privateKey, header))).status, 200);
  reachable = false;
  const unknown = { alg: 'ES256', kid: 'unknown' };
  for (const wait of [6000, 11 * 60_000]) {
    later(wait);
    assert.equal((await ask(await sign(claims, next.privateKey, unknown))).status, 503);
    assert.equal((await ask(await sign(claims, next.privateKey, header))).status, 200);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getBusinessClock } from '@tegeka/contract/calendar/calendar.ts';
import { getMerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo-guide.ts';
import { refuseDemoAccounts, seedDemo } from './demo.ts';
import { openPayer, payerAccount, until } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { follow, startOf } from '#testing/test-sign-in.ts';
import { originOf } from '#platform/http/origins.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const start = () => `http://${testServer.config.http.baseHost}`;

test('the demo fills an empty database once, and its businesses are in the described states', async () => {
  assert.equal(await seedDemo(testServer.ctx), true);
  assert.equal(await seedDemo(testServer.ctx), false);
  const stateOf = async (email: string) => {
    const client = await testServer.signIn('MERCHANT', email, DEMO_PASSWORD);
    const user = await client.call('/identity/api/v1/users/currentuser');
    const [organizationId] = user.json.attributes.organizationId;
    return (await client.call(`/api/v1/merchants/organization/${organizationId}`)).as(
      getMerchantProfile,
    ).merchantState;
  };
  assert.equal(await stateOf(DEMO_PEOPLE.approved.email), 'ACTIVE');
  assert.equal(await stateOf(DEMO_PEOPLE.waiting.email), 'PENDING_APPROVAL');
  assert.equal(await stateOf(DEMO_PEOPLE.correcting.email), 'ACTION_REQUIRED');
});

test("the demo's approved business has customers with a history, some of them disabled", async () => {
  const client = await testServer.signIn('MERCHANT', DEMO_PEOPLE.approved.email, DEMO_PASSWORD);
  const user = await client.call('/identity/api/v1/users/currentuser');
  const [organizationId] = user.json.attributes.organizationId;
  const { id } = (await client.call(`/api/v1/merchants/organization/${organizationId}`)).as(
    getMerchantProfile,
  );
  const customers = `/api/v1/merchants/${id}/customers`;
  const { json } = await client.call(`${customers}?status=DISABLED`);
  assert.deepEqual(json.counts, { ACTIVE: 36, DISABLED: 3 });
  const events = await client.call(`${customers}/${json.content[0].id}/events`);
  const { firstName, lastName } = DEMO_PEOPLE.approved;
  assert.deepEqual(
    events.json.content.map(({ kind, by }: { kind: string; by: string }) => [kind, by]),
    ['STATE_CHANGED', 'CREATED'].map((kind) => [kind, `${firstName} ${lastName}`]),
  );
});

test('the start page is on the base host and lists the sign-ins', async () => {
  const page = await testServer.stranger().call(`${start()}/`);
  assert.equal(page.status, 200);
  for (const { email } of Object.values(DEMO_PEOPLE)) assert.ok(page.text.includes(email), email);
  assert.equal((await testServer.stranger().call('/outbox')).status, 404, 'the host of an app');
});

test('the outbox is available as JSON, newest first, by recipient', async () => {
  const client = testServer.stranger();
  const codes = '/identity/api/v1/auth/public/sec-token';
  for (const identifier of ['one@example.com', 'two@example.com']) {
    await client.call(codes, { method: 'POST', body: { identifier, tokenType: 'OTP' } });
  }
  const all = await client.call(`${start()}/outbox.json`);
  assert.deepEqual(Object.keys(all.json[0]).toSorted(), [
    'channel',
    'sentAt',
    'subject',
    'text',
    'to',
  ]);
  assert.equal(all.json[0].to, 'two@example.com');
  const some = await client.call(`${start()}/outbox.json?to=one%40example.com`);
  assert.deepEqual(
    some.json.map(({ to }: { to: string }) => to),
    ['one@example.com'],
  );
  assert.equal((await client.call('/outbox.json')).status, 404, 'the host of an app');
});

test('a payer answers an SMS in the outbox, and the clock moves, both from these pages alone', async () => {
  const { person, merchantId } = await activeMerchant(testServer);
  const { client } = person;
  const payer = await openPayer(testServer, { client, merchantId });
  const account = await payerAccount(testServer);
  const { id } = (await payer.create({ consentWay: 'SMS', ...account })).json;
  const outbox = await testServer
    .stranger()
    .call(`${start()}/outbox?to=${encodeURIComponent(payer.phoneNumber)}`);
  const [, answer = ''] = /value="(YES \d{5})"/.exec(outbox.text) ?? [];
  const post = (path: string, form: Record<string, string>, origin = start()) =>
    testServer.stranger().call(`${start()}${path}`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(form),
    });
  const reply = { from: payer.phoneNumber, text: answer };
  assert.equal((await post('/outbox/replies', reply, 'http://evil.example')).status, 403);
  assert.equal(
    (await post('/outbox/replies', reply)).headers['location'],
    '/outbox?answered=CONSENTED',
  );
  const { state } = (await client.call(`${payer.mandates}/${id}`)).json;
  assert.equal(state, 'PENDING_APPROVAL');
  const told = await testServer.stranger().call(`${start()}/outbox?answered=CONSENTED`);
  assert.match(told.text, /The payer has agreed/);
  const clock = async () => (await client.call('/api/v1/business-clock')).as(getBusinessClock);
  const { nextSession } = await clock();
  assert.equal((await post('/clock', { to: 'NEXT_SESSION' }, 'http://evil.example')).status, 403);
  assert.equal((await post('/clock', { to: 'NEXT_SESSION' })).status, 303);
  await until(async () => (await clock()).now >= nextSession.at);
});

test('text of people is escaped in the outbox', async () => {
  await testServer.ctx.db.asPlatform('write a message', (tx) =>
    testServer.ctx.notifications.send(tx, {
      channel: 'email',
      to: 'x@example.com',
      message: {
        template: 'merchant-submitted',
        subject: 'A & B was submitted',
        text: 'Dear <script>alert(1)</script>,',
      },
    }),
  );
  const page = await testServer.stranger().call(`${start()}/outbox?to=x%40example.com`);
  assert.ok(page.text.includes('&lt;script&gt;'));
  assert.ok(!page.text.includes('<script>'));
});

test('production has no start page, no outbox and no database with demo accounts', async () => {
  const production = await openTestServer({
    MODE: 'production',
    ENVIRONMENT: 'PRODUCTION',
    BASE_URL: 'https://tegeka.example',
    MIGRATION_DATABASE_URL: 'postgres://owner@127.0.0.1/unused',
    ALLOW_INSECURE: 'database',
    INSTANCE_KEY: '0c6f2b9e47d1a358f4e07b12c9863dae5517f0a2d48b3c69e1927056bf84ca3d',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_USERNAME: 'x',
    SMS_API_KEY: 'y',
    SMS_INBOUND_KEY: 'a key of the gateway, long enough',
  });
  try {
    for (const path of ['/', '/outbox', '/outbox.json']) {
      assert.equal((await production.stranger().call(`https://tegeka.example${path}`)).status, 404);
    }
    const signIn = `https://id.tegeka.example/demo/sign-in?person=${DEMO_PEOPLE.officer.email}`;
    const headers = { referer: 'https://tegeka.example/' };
    assert.equal((await production.stranger().call(signIn, { headers })).status, 404);
    await refuseDemoAccounts(production.ctx);
  } finally {
    await production.close();
  }
  await assert.rejects(refuseDemoAccounts(testServer.ctx), /accounts of the demo/);
});

test('a link of the start page fills in the sign-in page, which sends itself, once', async () => {
  const { http, identity } = testServer.config;
  const browser = testServer.stranger('BANK');
  const { origin } = new URL(identity.issuer);
  const press = (person: string, from: string) =>
    browser.call(`${origin}/demo/sign-in?person=${person}`, { headers: { referer: `${from}/` } });
  const openSignIn = async () => {
    const { address, redirectUri } = startOf(testServer.config, browser.origin);
    const page = await follow(browser, await browser.call(address), address, redirectUri);
    return page.answer;
  };
  const { email } = DEMO_PEOPLE.officer;
  assert.equal((await press(email, browser.origin)).status, 403, 'from another page');
  assert.equal((await press('nobody@nowhere.example', start())).status, 400);
  assert.doesNotMatch((await openSignIn()).text, /<script|kampala-sunrise/);

  const pressed = await press(email, start());
  assert.equal(pressed.status, 303);
  assert.equal(pressed.headers['location'], `${originOf(http, 'BANK')}/auth/login`);
  const filled = await openSignIn();
  assert.ok(filled.text.includes(`value="${email}"`) && filled.text.includes(DEMO_PASSWORD));
  assert.match(String(filled.headers['content-security-policy']), /script-src 'sha256-/);
  const next = await openSignIn();
  assert.doesNotMatch(next.text, /<script|kampala-sunrise/);
  assert.doesNotMatch(String(next.headers['content-security-policy']), /script-src/);
});

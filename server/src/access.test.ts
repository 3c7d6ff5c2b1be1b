import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import { DOMAINS } from '@tegeka/contract/kit/domains.ts';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { type TestServer, openTestServer, type TestPerson } from './testing/test-server.ts';
import { registeredMerchant } from './testing/setup/test-registered.ts';

let testServer: TestServer;
const people = new Map<string, TestPerson>();
let owner: Awaited<ReturnType<typeof registeredMerchant>>;

before(async () => {
  testServer = await openTestServer();
  for (const domain of DOMAINS) people.set(domain, await testServer.person(domain));
  owner = await registeredMerchant(testServer);
});

after(() => testServer.close());

/** The endpoint's path with ids of another merchant. */
function addressOf(endpoint: Endpoint): string {
  const ids: Record<string, string> = { ...owner.ids, name: 'MERCHANT_APPROVAL_POLICY_ID' };
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`The access test knows no ${name}: name one in test-registered.ts`);
    return id;
  });
}

/** A valid body, so that only authorization can refuse the call. */
function bodyOf({ name, body }: Endpoint): { body?: unknown } {
  if (body.kind === 'none') return {};
  const content = owner.bodies[name] ?? {};
  if (body.kind === 'json') return { body: content };
  const form = new FormData();
  form.set(body.part, JSON.stringify(content));
  return { body: form };
}

for (const endpoint of API) {
  const admitted = endpoint.admission.kind === 'signed-in' ? endpoint.admission.domains : null;

  test(`${endpoint.name}: a stranger is ${admitted ? 'asked to sign in' : 'served'}`, async () => {
    const answer = await testServer
      .stranger()
      .call(addressOf(endpoint), { method: endpoint.method });
    if (admitted) assert.equal(answer.status, 401);
    else assert.ok(![401, 403, 404].includes(answer.status), String(answer.status));
  });

  test(`${endpoint.name}: a token without a valid signature is refused`, async () => {
    const claims = { sub: 'x', domainName: DOMAINS, organizationId: [owner.ids.organizationId] };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const client = testServer.stranger();
    client.token = `${part({ alg: 'none' })}.${part(claims)}.`;
    const answer = await client.call(addressOf(endpoint), { method: endpoint.method });
    if (admitted) assert.equal(answer.status, 401);
    else assert.notEqual(answer.status, 401);
  });

  for (const domain of DOMAINS) {
    if (!admitted) continue;
    const welcome = admitted.includes(domain);
    test(`${endpoint.name}: ${domain} is ${welcome ? 'admitted' : 'not admitted'}`, async () => {
      const answer = await people
        .get(domain)
        ?.client.call(addressOf(endpoint), { method: endpoint.method });
      if (welcome) assert.ok(![401, 403].includes(answer?.status ?? 0), String(answer?.status));
      else assert.equal(answer?.status, 403);
    });

    const anyApp = endpoint.admission.kind === 'signed-in' && endpoint.admission.anyApp;
    const inOther = anyApp ? 'served' : 'refused';
    test(`${endpoint.name}: a token of ${domain} is ${inOther} in another domain's app`, async () => {
      const other = DOMAINS.find((known) => known !== domain) ?? domain;
      const answer = await people.get(domain)?.client.call(addressOf(endpoint), {
        method: endpoint.method,
        headers: { 'application-domain': other },
      });
      assert.equal(answer?.status, anyApp ? 200 : 403);
    });
  }

  const tenantOnly = endpoint.params && !endpoint.path.includes('{name}');
  for (const domain of ['MERCHANT', 'BANK'] as const) {
    if (!tenantOnly || !admitted?.includes(domain)) continue;
    test(`${endpoint.name}: another tenant of ${domain} gets 'not found'`, async () => {
      const sent = bodyOf(endpoint);
      const answer = await people
        .get(domain)
        ?.client.call(addressOf(endpoint), { method: endpoint.method, ...sent });
      assert.equal(answer?.status, 404);
      assert.equal(answer?.json.code, 'NOT_FOUND');
    });
  }

  if (admitted && endpoint.method !== 'GET') {
    test(`${endpoint.name}: a change without CSRF token is refused`, async () => {
      const [domain] = admitted;
      const answer = await people.get(domain ?? '')?.client.call(addressOf(endpoint), {
        method: endpoint.method,
        headers: { 'x-xsrf-token': 'guessed' },
      });
      assert.equal(answer?.status, 400);
      assert.equal(answer?.json.code, 'CSRF_TOKEN_INVALID');
    });
  }
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import { DOMAINS } from '@tegeka/contract/domains.ts';
import type { Endpoint } from '@tegeka/contract/endpoint.ts';
import { type House, openHouse, type TestPerson } from './test-house.ts';
import { registeredMerchant } from './test-merchant.ts';

let house: House;
const people = new Map<string, TestPerson>();
let owner: Awaited<ReturnType<typeof registeredMerchant>>;

before(async () => {
  house = await openHouse();
  for (const domain of DOMAINS) people.set(domain, await house.person(domain));
  owner = await registeredMerchant(house);
});

after(() => house.close());

/** The row's address with parameters that name things of a merchant who is not the caller. */
function addressOf(row: Endpoint): string {
  const ids: Record<string, string> = { ...owner.ids, name: 'MERCHANT_APPROVAL_POLICY_ID' };
  return row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`The access test knows no ${name}: name one in test-merchant.ts`);
    return id;
  });
}

/** A body that is right, so that only admission can refuse. */
function bodyOf({ name, body }: Endpoint): { body?: unknown } {
  if (body.kind === 'none') return {};
  const content = owner.bodies[name] ?? {};
  if (body.kind === 'json') return { body: content };
  const form = new FormData();
  form.set(body.part, JSON.stringify(content));
  return { body: form };
}

for (const row of API) {
  const admitted = row.admission.kind === 'signed-in' ? row.admission.domains : null;

  test(`${row.name}: a stranger is ${admitted ? 'asked to sign in' : 'served'}`, async () => {
    const answer = await house.stranger().call(addressOf(row), { method: row.method });
    if (admitted) assert.equal(answer.status, 401);
    else assert.ok(![401, 403, 404].includes(answer.status), String(answer.status));
  });

  test(`${row.name}: a token that nobody signed is no token`, async () => {
    const claims = { sub: 'x', domainName: DOMAINS, organizationId: [owner.ids.organizationId] };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const client = house.stranger();
    client.token = `${part({ alg: 'none' })}.${part(claims)}.`;
    const answer = await client.call(addressOf(row), { method: row.method });
    if (admitted) assert.equal(answer.status, 401);
    else assert.notEqual(answer.status, 401);
  });

  for (const domain of DOMAINS) {
    if (!admitted) continue;
    const welcome = admitted.includes(domain);
    test(`${row.name}: ${domain} is ${welcome ? 'admitted' : 'not admitted'}`, async () => {
      const answer = await people.get(domain)?.client.call(addressOf(row), { method: row.method });
      if (welcome) assert.ok(![401, 403].includes(answer?.status ?? 0), String(answer?.status));
      else assert.equal(answer?.status, 403);
    });

    test(`${row.name}: a token of ${domain} does not serve another domain's app`, async () => {
      const other = DOMAINS.find((known) => known !== domain) ?? domain;
      const answer = await people.get(domain)?.client.call(addressOf(row), {
        method: row.method,
        headers: { 'application-domain': other },
      });
      assert.equal(answer?.status, 403);
    });
  }

  const tenantOnly = row.params && !row.path.includes('{name}');
  for (const domain of ['MERCHANT', 'BANK'] as const) {
    if (!tenantOnly || !admitted?.includes(domain)) continue;
    test(`${row.name}: to another tenant of ${domain} the thing does not exist`, async () => {
      const sent = bodyOf(row);
      const answer = await people
        .get(domain)
        ?.client.call(addressOf(row), { method: row.method, ...sent });
      assert.equal(answer?.status, 404);
      assert.equal(answer?.json.code, 'NOT_FOUND');
    });
  }

  if (admitted && row.method !== 'GET') {
    test(`${row.name}: a change without the page's token is refused`, async () => {
      const [domain] = admitted;
      const answer = await people.get(domain ?? '')?.client.call(addressOf(row), {
        method: row.method,
        headers: { 'x-xsrf-token': 'guessed' },
      });
      assert.equal(answer?.status, 400);
      assert.equal(answer?.json.code, 'CSRF_TOKEN_INVALID');
    });
  }
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import { DOMAINS, type Domain } from '@tegeka/contract/kit/domains.ts';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import type { TestClient } from './testing/test-client.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';
import { registeredMerchant } from './testing/setup/test-registered.ts';

// Every endpoint with the token of a session that was ended in each way.

const USERS = '/identity/api/v1/users';
const CODES = '/identity/api/v1/auth/public/sec-token';
const PASSWORD = 'a lantern over the lake';

let testServer: TestServer;
let owner: Awaited<ReturnType<typeof registeredMerchant>>;
before(async () => {
  testServer = await openTestServer();
  owner = await registeredMerchant(testServer);
});
after(() => testServer.close());

async function expectDone(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  assert.ok(status < 300, text);
}

async function resetPassword({ email }: TestPerson): Promise<void> {
  const stranger = testServer.stranger();
  const asked = { identifier: email, tokenType: 'PASSWORD_RESET' };
  await expectDone(stranger.call(CODES, { method: 'POST', body: asked }));
  const text = (await testServer.outbox(email))[0]?.text ?? '';
  const token = /\/reset-password#([\w-]{43})\n/.exec(text)?.[1];
  // Merchants get a code by email, all others a link.
  if (token === undefined) {
    const verified = { ...asked, token: /^\d{5}\b/m.exec(text)?.[0] };
    await expectDone(stranger.call(`${CODES}/verify`, { method: 'POST', body: verified }));
  }
  const body = { password: PASSWORD, ...(token && { token }) };
  await expectDone(stranger.call(`${USERS}/reset-password`, { method: 'POST', body }));
}

const WAYS: Record<string, (person: TestPerson, domain: Domain) => Promise<void>> = {
  'a password reset': resetPassword,
  'an account that is disabled': async ({ userId }) => {
    const { client } = await testServer.operator();
    const path = `/api/v1/operator/users/${userId}/disable`;
    await expectDone(client.call(path, { method: 'PATCH', body: { reason: 'Left' } }));
  },
  'other sessions that are ended': async ({ email }, domain) => {
    const other = await testServer.signIn(domain, email);
    await expectDone(other.call(`${USERS}/currentuser/sessions`, { method: 'DELETE' }));
  },
};

const isChecked = ({ method, audit, output, path }: Endpoint) =>
  method !== 'GET' || audit === 'read' || output.kind === 'file' || path.endsWith('/analytics');

/** Calls an endpoint with valid input, as far as it is known. */
function callOf(client: TestClient, { name, method, path, body }: Endpoint) {
  const ids: Record<string, string> = { ...owner.ids, name: 'MERCHANT_APPROVAL_POLICY_ID' };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? '');
  if (body.kind === 'none') return client.call(address, { method });
  const content = owner.bodies[name] ?? {};
  if (body.kind === 'json') return client.call(address, { method, body: content });
  const form = new FormData();
  form.set(body.part, JSON.stringify(content));
  return client.call(address, { method, body: form });
}

for (const [way, end] of Object.entries(WAYS)) {
  for (const domain of DOMAINS) {
    const endpoints = API.filter(
      ({ admission }) => admission.kind === 'signed-in' && admission.domains.includes(domain),
    );
    if (endpoints.length === 0) continue;
    test(`${way}: ${domain} changes and fetches nothing from then on, and reads nothing after a minute`, async () => {
      const person = await testServer.person(domain);
      const { client } = person;
      assert.equal((await client.call(`${USERS}/currentuser`)).status, 200);
      await end(person, domain);
      const passed: string[] = [];
      for (const endpoint of endpoints.filter(isChecked)) {
        const { status, json } = await callOf(client, endpoint);
        // Input that is refused comes before the session: nothing is read for it.
        const isRefused = status === 401 || ['INPUT_INVALID', 'FILE_MISSING'].includes(json.code);
        if (!isRefused) passed.push(`${endpoint.name} ${status}`);
      }
      testServer.clock.advance(61_000);
      for (const endpoint of endpoints) {
        const { status } = await callOf(client, endpoint);
        if (status !== 401) passed.push(`${endpoint.name} ${status} after a minute`);
      }
      assert.deepEqual(passed, []);
    });
  }
}

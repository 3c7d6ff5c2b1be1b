import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { bareConfig, setConfig } from '#platform/config/config.ts';
import { alerts } from '#platform/device/page.ts';
import { renewTokens } from './provider-tokens.ts';

const PLACE = { ...bareConfig('MERCHANT'), issuer: 'https://id.example/realms/r', clientId: 'web' };

/** Fakes a provider with one answer for every request. Returns the requests that it received. */
function answering(t: TestContext, status: number, body: object) {
  const seen: { address: string; domain: string | null; form: string }[] = [];
  t.mock.method(globalThis, 'fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const domain = request.headers.get('application-domain');
    seen.push({ address: request.url, domain, form: await request.text() });
    return Response.json(body, { status });
  });
  return seen;
}

const NEW = { access_token: 'new', refresh_token: 'next', id_token: 'who' };

test('tokens are asked for with the domain where the provider allows it', async (t) => {
  for (const providerTakesDomain of [true, false]) {
    setConfig({ ...PLACE, providerTakesDomain });
    const seen = answering(t, 200, NEW);
    assert.deepEqual(await renewTokens('old'), {
      kind: 'tokens',
      tokens: { token: 'new', refreshToken: 'next', idToken: 'who' },
    });
    assert.deepEqual(seen, [
      {
        address: 'https://id.example/realms/r/protocol/openid-connect/token',
        domain: providerTakesDomain ? 'MERCHANT' : null,
        form: 'client_id=web&grant_type=refresh_token&refresh_token=old',
      },
    ]);
  }
});

test('a provider that is off is told as every server is, and the session stays', async (t) => {
  setConfig(PLACE);
  answering(t, 503, {});
  assert.deepEqual(await renewTokens('old'), { kind: 'unreachable' });
  assert.deepEqual(
    alerts.current().map(({ message }) => message),
    ['Sorry, server is off. Please contact system administrator.'],
  );
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { SigninState } from 'oidc-client-ts';
import { bareConfig, setConfig } from '#platform/config/config.ts';
import { REQUEST_PREFIX, requestAddress } from './provider-leave.ts';

const stored = new Map<string, string>();
Object.assign(globalThis, {
  sessionStorage: { setItem: (name: string, value: string) => stored.set(name, value) },
});
setConfig({
  ...bareConfig('MERCHANT'),
  issuer: 'https://id.example/realms/r',
  clientId: 'web',
  homeUrl: 'https://app.example',
});

test('oidc-client-ts can read the stored request', async () => {
  const memory = { kind: 'check', returnTo: '/dashboard/mandates?x=1' } as const;
  const address = new URL(await requestAddress(memory));
  const query = Object.fromEntries(address.searchParams);
  const state = await SigninState.fromStorageString(
    stored.get(REQUEST_PREFIX + query['state']) ?? '',
  );
  assert.equal(
    address.origin + address.pathname,
    'https://id.example/realms/r/protocol/openid-connect/auth',
  );
  assert.deepEqual(state.data, memory);
  assert.equal(state.id, query['state']);
  assert.match(state.code_verifier ?? '', /^[\w-]{43,128}$/);
  assert.equal(state.code_challenge, query['code_challenge']);
  assert.equal(
    query['code_challenge'],
    createHash('sha256')
      .update(state.code_verifier ?? '')
      .digest('base64url'),
  );
  assert.deepEqual(
    [query['client_id'], query['redirect_uri'], query['response_type'], query['prompt']],
    ['web', 'https://app.example/auth/login', 'code', 'none'],
  );
  assert.deepEqual(
    [state.client_id, state.redirect_uri],
    [query['client_id'], query['redirect_uri']],
  );
  assert.equal(state.scope, query['scope']);
  assert.equal(query['code_challenge_method'], 'S256');
});

test('every request has its own state and verifier', async () => {
  stored.clear();
  for (let request = 0; request < 20; request += 1)
    await requestAddress({ kind: 'sign-in', returnTo: '/' });
  const verifiers = [...stored.values()].map((text) => JSON.parse(text).code_verifier);
  assert.equal(stored.size, 20);
  assert.equal(new Set(verifiers).size, 20);
});

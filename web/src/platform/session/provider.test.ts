import { parseJson } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { bareConfig, setConfig } from '#platform/config/config.ts';
import { requestAddress, takeRequest } from './provider.ts';

const stored = new Map<string, string>();
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  },
});
setConfig({
  ...bareConfig('MERCHANT'),
  issuer: 'https://id.example/realms/r',
  clientId: 'web',
  homeUrl: 'https://app.example',
});

test('a request asks for a code of this browser, and its answer counts once', async () => {
  const address = new URL(await requestAddress({ kind: 'check', returnTo: '/dashboard?x=1' }));
  const {
    state = '',
    code_challenge: challenge,
    ...query
  } = Object.fromEntries(address.searchParams);
  assert.equal(
    address.origin + address.pathname,
    'https://id.example/realms/r/protocol/openid-connect/auth',
  );
  assert.deepEqual(query, {
    client_id: 'web',
    redirect_uri: 'https://app.example/auth/login',
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    prompt: 'none',
  });
  const pending = takeRequest(state);
  assert.match(pending?.verifier ?? '', /^[\w-]{43,128}$/);
  const hash = createHash('sha256').update(pending?.verifier ?? '');
  assert.equal(challenge, hash.digest('base64url'));
  assert.deepEqual([pending?.kind, pending?.returnTo], ['check', '/dashboard?x=1']);
  assert.equal(takeRequest(state), null);
  assert.equal(takeRequest('of another tab'), null);
});

test('every request has its own state and verifier', async () => {
  for (let request = 0; request < 20; request += 1)
    await requestAddress({ kind: 'sign-in', returnTo: '/' });
  const verifiers = [...stored.values()].map(
    (text) => parseJson(z.object({ verifier: z.string() }), text).verifier,
  );
  assert.equal(new Set(verifiers).size, 20);
});

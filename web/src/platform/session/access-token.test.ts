import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AHEAD_MS, claimsOf, renewIn } from './access-token.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (payload: unknown) => `${part({ alg: 'ES256' })}.${part(payload)}.signature`;
const good = token({ iat: 1000, exp: 1300, realm_access: { roles: ['MERCHANT', 'Müller', 3] } });

test('roles are the realm roles of the token', () => {
  assert.deepEqual(claimsOf(good)?.roles, ['MERCHANT', 'Müller']);
  assert.deepEqual(claimsOf(token({ iat: 1, exp: 2 }))?.roles, []);
});

test('an invalid token has no claims and is to be renewed at once', () => {
  for (const text of ['', 'x', 'a.b.c', token({ exp: 'soon' }), token(null)]) {
    assert.equal(claimsOf(text), null);
    assert.equal(renewIn(text, 0, 0), 0);
  }
});

test('a token is renewed before its expiry, by the clock of the provider', () => {
  assert.equal(renewIn(good, 1_000_000, 0), 300_000 - AHEAD_MS);
  assert.equal(renewIn(good, 1_290_000, 0), 0);
  // With a device clock an hour ahead, the token is still valid.
  assert.equal(renewIn(good, 4_600_000, 3_600_000), 300_000 - AHEAD_MS);
});

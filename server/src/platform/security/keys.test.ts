import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKeys } from './keys.ts';

const OLD = '0'.repeat(63) + '1';
const keys = deriveKeys(OLD);

const scope = { tenant: 'one', purpose: 'test' };

test('an encrypted text opens, and throws if it was changed', () => {
  const encrypted = keys.encrypt(scope, 'a secret');
  assert.equal(keys.decrypt(scope, encrypted), 'a secret');
  assert.notEqual(keys.encrypt(scope, 'a secret'), encrypted, 'each time with another nonce');
  const [version, id, body = ''] = encrypted.split('.');
  const bytes = Buffer.from(body, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  assert.throws(() => keys.decrypt(scope, `${version}.${id}.${bytes.toString('base64url')}`));
});

test('a text encrypted for one tenant and purpose opens for no other', () => {
  const encrypted = keys.encrypt(scope, 'a secret');
  assert.throws(() => keys.decrypt({ ...scope, purpose: 'other' }, encrypted));
  assert.throws(() => keys.decrypt({ ...scope, tenant: 'two' }, encrypted));
  assert.throws(() => keys.decrypt({ ...scope, tenant: null }, encrypted));
});

test('after the key was replaced the previous one still opens, and the new one encrypts', () => {
  const encrypted = keys.encrypt(scope, 'a secret');
  const next = deriveKeys('ab'.repeat(32), OLD);
  assert.equal(next.decrypt(scope, encrypted), 'a secret');
  assert.ok(next.macMatches('test', 'text', keys.mac('test', 'text')));
  const reencrypted = next.encrypt(scope, 'a secret');
  assert.ok(reencrypted.startsWith(next.keyPrefix) && !encrypted.startsWith(next.keyPrefix));
  assert.throws(() => keys.decrypt(scope, reencrypted));
  assert.throws(() => deriveKeys('ab'.repeat(32)).decrypt(scope, encrypted));
});

test('a fingerprint is that of its text, tenant, purpose and key', () => {
  const [known] = keys.fingerprints(scope, '123');
  assert.deepEqual(keys.fingerprints(scope, '123'), [known]);
  assert.ok(deriveKeys('ab'.repeat(32), OLD).fingerprints(scope, '123').includes(known));
  const others = [
    keys.fingerprints(scope, '124'),
    keys.fingerprints({ ...scope, tenant: 'two' }, '123'),
    keys.fingerprints({ ...scope, purpose: 'other' }, '123'),
    deriveKeys('ab'.repeat(32)).fingerprints(scope, '123'),
  ];
  assert.ok(others.every(([other]) => other !== known));
});

test('a keyed hash matches its text, purpose and key only', () => {
  const mac = keys.mac('test', 'text');
  assert.ok(keys.macMatches('test', 'text', mac));
  assert.ok(!keys.macMatches('test', 'texts', mac));
  assert.ok(!keys.macMatches('other', 'text', mac));
  assert.ok(!deriveKeys('0'.repeat(64)).macMatches('test', 'text', mac));
  assert.ok(!keys.macMatches('test', 'text', ''));
});

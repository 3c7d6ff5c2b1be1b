import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKeys } from './keys.ts';

const keys = deriveKeys('0'.repeat(63) + '1');

test('a sealed text opens, and throws if it was changed', () => {
  const sealed = keys.seal('test', 'a secret');
  assert.equal(keys.open('test', sealed), 'a secret');
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  assert.throws(() => keys.open('test', bytes.toString('base64url')));
});

test('a text sealed for one purpose does not open for another', () => {
  assert.throws(() => keys.open('other', keys.seal('test', 'a secret')));
});

test('a keyed hash matches its text, purpose and key only', () => {
  const mac = keys.mac('test', 'text');
  assert.ok(keys.macMatches('test', 'text', mac));
  assert.ok(!keys.macMatches('test', 'texts', mac));
  assert.ok(!keys.macMatches('other', 'text', mac));
  assert.ok(!deriveKeys('0'.repeat(64)).macMatches('test', 'text', mac));
  assert.ok(!keys.macMatches('test', 'text', ''));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_LENGTH as CONTRACT_LENGTH } from '@tegeka/contract/sign-up.ts';
import { CODE_LENGTH, secondsUntil } from './code-rules.ts';

test('the length of a code is that of the contract', () => {
  assert.equal(CODE_LENGTH, CONTRACT_LENGTH);
});

test('whole seconds until another code may be asked for', () => {
  assert.equal(secondsUntil(60_000, 0), 60);
  assert.equal(secondsUntil(60_000, 59_001), 1);
  assert.equal(secondsUntil(60_000, 61_000), 0);
});

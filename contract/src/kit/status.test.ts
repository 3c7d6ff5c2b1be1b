import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badgeOf } from './status.ts';

test('teal words carry the check icon, others do not', () => {
  assert.deepEqual(badgeOf('ACTIVE'), { color: 'teal', check: true });
  assert.deepEqual(badgeOf('pending_approval'), { color: 'yellow', check: false });
  assert.deepEqual(badgeOf('Rejected'), { color: 'red', check: false });
  assert.deepEqual(badgeOf('generated'), { color: 'blue', check: false });
  assert.deepEqual(badgeOf('disabled'), { color: 'gray', check: false });
});

test('an unknown word is grey, without icon', () => {
  assert.deepEqual(badgeOf('whatever'), { color: 'gray', check: false });
});

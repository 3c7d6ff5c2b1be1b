import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstWord, initialsOf } from '#features/dashboard/profile-words.ts';

test('an organization is shown by its first word and two initials', () => {
  assert.equal(firstWord('  Nile Grain Traders'), 'Nile');
  assert.equal(firstWord(''), '');
  assert.equal(initialsOf('Nile Grain Traders'), 'NG');
  assert.equal(initialsOf('équipe'), 'É');
  assert.equal(initialsOf(' '), '');
});

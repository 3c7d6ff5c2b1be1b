import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badgeOf, reasonLabel } from './status.ts';

test('teal words carry the check icon, others do not', () => {
  assert.deepEqual(badgeOf('ACTIVE'), { color: 'teal', check: true });
  assert.deepEqual(badgeOf('pending_approval'), { color: 'yellow', check: false });
  assert.deepEqual(badgeOf('Rejected'), { color: 'red', check: false });
  assert.deepEqual(badgeOf('generated'), { color: 'blue', check: false });
  assert.deepEqual(badgeOf('disabled'), { color: 'gray', check: false });
});

test('words that the specification does not have are coloured by what they mean', () => {
  assert.deepEqual(badgeOf('PAID'), { color: 'teal', check: true });
  assert.deepEqual(badgeOf('EXPIRED'), { color: 'red', check: false });
  assert.deepEqual(badgeOf('SUSPENDED'), { color: 'yellow', check: false });
});

test('an unknown word is grey, without icon', () => {
  assert.deepEqual(badgeOf('whatever'), { color: 'gray', check: false });
});

const KNOWN = {
  sandbox: 'Test',
  'timed out': 'Timeout',
  'insufficient funds': 'Insufficient funds',
  'bad request': 'Bad request',
  'unexpected error': 'Unexpected error',
  'not permitted': 'Not permitted',
  'not allowed': 'Not allowed',
};

test('a known reason is recognised anywhere in the text, in any case', () => {
  for (const [part, label] of Object.entries(KNOWN)) {
    for (const text of [part, part.toUpperCase(), `EX-17: the bank said ${part} at 10:40`]) {
      assert.equal(reasonLabel(text, 'FAILED'), label);
      assert.equal(reasonLabel(text, 'SETTLED'), label);
    }
  }
});

test('of several known reasons in one text the first of the list is shown', () => {
  const parts = Object.keys(KNOWN);
  const labels = Object.values(KNOWN);
  for (const [place, part] of parts.entries()) {
    const behind = parts.slice(place).toReversed().join(', ');
    assert.equal(reasonLabel(behind, 'FAILED'), labels[place], part);
  }
});

test('any other reason is shown as it is, unless the transaction is settled', () => {
  assert.equal(reasonLabel('Account closed', 'FAILED'), 'Account closed');
  assert.equal(reasonLabel('Account closed', 'PENDING'), 'Account closed');
  assert.equal(reasonLabel('Account closed', 'SETTLED'), null);
});

test('no reason is no label', () => {
  assert.equal(reasonLabel(null, 'FAILED'), null);
  assert.equal(reasonLabel('  ', 'FAILED'), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf } from './debit-columns.ts';

test('a row says once that its charge, duty and net are estimates', () => {
  const subs = columnsOf(['charge', 'duty', 'net']).map(({ name, sub }) => [
    name,
    sub !== undefined,
  ]);
  assert.deepEqual(subs, [
    ['charge', true],
    ['duty', false],
    ['net', false],
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords } from './list-query.ts';

test('a count is read in groups of three, and one that stopped early says so', () => {
  assert.equal(countWords(7), '7');
  assert.equal(countWords(1_234_567), '1,234,567');
  assert.equal(countWords(10_000, true), 'more than 10,000');
});

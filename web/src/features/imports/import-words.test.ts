import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORT_FAILURES, importFailureText } from '@tegeka/contract/customer-import-rules.ts';
import {
  columnLabel,
  countOf,
  failureWords,
  firstRowsWords,
  progressWords,
} from '#features/imports/import-words.ts';

test('counts have their thousands apart and their noun in the right number', () => {
  assert.equal(countOf(1, 'row'), '1 row');
  assert.equal(countOf(0, 'customer'), '0 customers');
  assert.equal(countOf(1_000_000, 'row'), '1,000,000 rows');
});

test('columns are called as in the template', () => {
  assert.equal(columnLabel('customerReferenceNumber'), 'Customer Reference Number');
  assert.equal(columnLabel(null), 'Whole row');
  assert.equal(columnLabel('Shoe size'), 'Shoe size');
});

test('a failure says what to do, whether it comes as a code or as a text', () => {
  const byCode = failureWords('TOO_MANY_ROWS');
  assert.equal(byCode.what, IMPORT_FAILURES.TOO_MANY_ROWS);
  assert.deepEqual(failureWords(IMPORT_FAILURES.TOO_MANY_ROWS), byCode);
  assert.match(byCode.remedy, /one after the other/);
  const withRow = failureWords(importFailureText('ROW_ENDLESS', 9002));
  assert.match(withRow.what, /never closed\. Look at row 9,002\.$/);
  assert.match(withRow.remedy, /Close the quote/);
  assert.equal(failureWords('The disk is full.').what, 'The disk is full.');
  assert.match(failureWords(null).what, /on our side/);
});

test('progress has numbers, as far as they are known', () => {
  assert.equal(progressWords(null), 'Waiting for its turn…');
  assert.equal(progressWords({ rows: 1, total: null, percent: null }), '1 row so far');
  assert.equal(progressWords({ rows: 3400, total: 10_000, percent: 34 }), '3,400 of 10,000 rows');
});

test('the first rows of many say how many more there are', () => {
  assert.equal(firstRowsWords([2, 5, 9], 3), '2, 5, 9');
  assert.equal(firstRowsWords([2, 5, 1009], 1503), '2, 5, 1,009 and 1,500 more');
});

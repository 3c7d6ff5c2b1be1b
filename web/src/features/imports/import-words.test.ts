import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  IMPORT_FAILURES,
  IMPORT_MACHINE,
  importFailureText,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import {
  areKnown,
  canRemap,
  columnLabel,
  countOf,
  failureWords,
  firstRowsWords,
  isAtWork,
  isOpen,
  pauseAfter,
  percentOf,
  progressWords,
  stageOf,
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

test('a failure says what to do', () => {
  const { what, remedy } = failureWords(IMPORT_FAILURES.TOO_MANY_ROWS);
  assert.equal(what, IMPORT_FAILURES.TOO_MANY_ROWS);
  assert.match(remedy, /one after the other/);
  const withRow = failureWords(importFailureText('ROW_ENDLESS', 9002));
  assert.match(withRow.what, /never closed\. Look at row 9,002\.$/);
  assert.match(withRow.remedy, /Close the quote/);
  assert.equal(failureWords('The disk is full.').what, 'The disk is full.');
  assert.match(failureWords(null).what, /on our side/);
});

test('progress has numbers, as far as they are known', () => {
  assert.equal(progressWords(null), 'Waiting for its turn…');
  assert.equal(progressWords({ rows: 1, total: null }), '1 row so far');
  assert.equal(progressWords({ rows: 3400, total: 10_000 }), '3,400 of 10,000 rows');
});

test('the first rows of many say how many more there are', () => {
  assert.equal(firstRowsWords([2, 5, 9], 3), '2, 5, 9');
  assert.equal(firstRowsWords([2, 5, 1009], 1503), '2, 5, 1,009 and 1,500 more');
});

test('a file waits for its columns only before it is checked', () => {
  assert.equal(stageOf({ state: 'UPLOADED', mappingNeeded: true }), 'COLUMNS');
  assert.equal(stageOf({ state: 'UPLOADED', mappingNeeded: false }), 'UPLOADED');
  assert.equal(stageOf({ state: 'CANCELLED', mappingNeeded: true }), 'CANCELLED');
});

test('an upload is looked at again only while a job is at work on it', () => {
  const working = IMPORT_MACHINE.states.filter((state) =>
    isAtWork({ state, mappingNeeded: false }),
  );
  assert.deepEqual(working, ['UPLOADED', 'CONFIRMED']);
  assert.equal(isAtWork({ state: 'UPLOADED', mappingNeeded: true }), false);
});

test('an upload is open until it is done, failed or given up', () => {
  const open = IMPORT_MACHINE.states.filter((state) => isOpen({ state }));
  assert.deepEqual(open, ['UPLOADED', 'CHECKED', 'CONFIRMED']);
});

test('columns can be said anew until the file is confirmed', () => {
  const open = IMPORT_MACHINE.states.filter((state) => canRemap({ state, columns: ['a'] }));
  assert.deepEqual(open, ['UPLOADED', 'CHECKED']);
  assert.equal(canRemap({ state: 'UPLOADED', columns: [] }), false, 'not before they are read');
});

test('a file has nothing to correct where all refused rows are customers already', () => {
  const refusal = { column: null, message: '', rows: 1, firstRows: [2] };
  const [taken, missing] = (['TAKEN', 'MISSING'] as const).map((code) => ({ ...refusal, code }));
  assert.ok(taken && missing);
  assert.equal(areKnown({ refusals: [taken] }), true);
  assert.equal(areKnown({ refusals: [taken, missing] }), false);
  assert.equal(areKnown({ refusals: [] }), false);
});

test('work is looked at soon and then less and less often, never too seldom', () => {
  const pauses = Array.from({ length: 30 }, (_, looks) => pauseAfter(looks));
  assert.equal(pauses[0], 500);
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  );
  assert.equal(pauses.at(-1), 4000);
});

test('a hundred percent is said only when nothing is left', () => {
  assert.equal(percentOf(99_999, 100_000), 99);
  assert.equal(percentOf(100_000, 100_000), 100);
  assert.equal(percentOf(0, 0), 0);
  assert.equal(percentOf(3400, null), null, 'how many there are is not known yet');
});

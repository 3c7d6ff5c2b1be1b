import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUSTOMER_IMPORT } from '@tegeka/contract/customers/customer-imports.ts';
import {
  columnLabel,
  IMPORT_MACHINE,
  mappingErrors,
} from '@tegeka/contract/imports/import-kind.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import {
  areKnown,
  arrivedText,
  columnChoices,
  columnLetters,
  firstRowsText,
  headerChoices,
  isAtWork,
  isOpen,
  madeOf,
  percentOf,
  pollingText,
  progressText,
  stageOf,
} from './import-texts.ts';

test('counts have their thousands apart and their noun in the right number', () => {
  assert.equal(madeOf(CUSTOMER_IMPORT, 0), '0 customers');
  assert.equal(madeOf(CUSTOMER_IMPORT, 1), '1 customer');
  assert.equal(madeOf(CUSTOMER_IMPORT, 1_000_000), '1,000,000 customers');
});

test('columns are called as in the template', () => {
  assert.equal(
    columnLabel(CUSTOMER_IMPORT, 'customerReferenceNumber'),
    'Customer Reference Number',
  );
  assert.equal(columnLabel(CUSTOMER_IMPORT, null), 'Whole row');
});

test('progress has numbers, as far as they are known', () => {
  assert.equal(progressText(null), 'Waiting for its turn…');
  assert.equal(progressText({ rows: 1, total: null }), '1 row so far');
  assert.equal(progressText({ rows: 3400, total: 10_000 }), '3,400 of 10,000 rows');
});

test('the first rows of many say how many more there are', () => {
  assert.equal(firstRowsText([2, 5, 9], 3), '2, 5, 9');
  assert.equal(firstRowsText([2, 5, 1009], 1503), '2, 5, 1,009 and 1,500 more');
});

test('a file waits for its columns only before it is checked', () => {
  assert.equal(stageOf({ state: 'UPLOADED', mappingNeeded: true }), 'COLUMNS');
  assert.equal(stageOf({ state: 'UPLOADED', mappingNeeded: false }), 'UPLOADED');
  assert.equal(stageOf({ state: 'CANCELLED', mappingNeeded: true }), 'CANCELLED');
});

test('who has left while a file was sent is told if its columns are to be matched', () => {
  const arrived = (mappingNeeded: boolean) => arrivedText({ fileName: 'a.csv', mappingNeeded });
  assert.equal(arrived(false), 'a.csv has arrived and is being checked.');
  assert.equal(arrived(true), 'a.csv has arrived. Open it and match its columns.');
});

test('only a lost connection is called one while an upload is watched', () => {
  assert.match(pollingText(new CallFailed({ status: 0, offline: true })), /no connection/);
  assert.doesNotMatch(pollingText(new CallFailed({ status: 500 })), /connection/);
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

test('a file has nothing to correct where all refused rows are customers already', () => {
  const refusal = { column: null, message: '', rows: 1, firstRows: [2] };
  const [taken, missing] = (['TAKEN', 'MISSING'] as const).map((code) => ({ ...refusal, code }));
  assert.ok(taken && missing);
  assert.equal(areKnown({ refusals: [taken] }), true);
  assert.equal(areKnown({ refusals: [taken, missing] }), false);
  assert.equal(areKnown({ refusals: [] }), false);
});

test('a hundred percent is said only when nothing is left', () => {
  assert.equal(percentOf(99_999, 100_000), 99);
  assert.equal(percentOf(100_000, 100_000), 100);
  assert.equal(percentOf(0, 0), 0);
  assert.equal(percentOf(3400, null), null, 'how many there are is not known yet');
});

const WHOLE = { firstName: 0, lastName: 1, phoneNumber: 2, customerReferenceNumber: 3 };

test('a mapping with everything that is needed can be sent', () => {
  assert.deepEqual(mappingErrors(CUSTOMER_IMPORT, WHOLE), {});
});

test('columns that are needed can not be left out', () => {
  const errors = mappingErrors(CUSTOMER_IMPORT, { lastName: 1, email: 4 });
  assert.deepEqual(Object.keys(errors), ['firstName', 'customerReferenceNumber']);
});

test('a phone number or an email is enough, and none is too little', () => {
  const unreachable = { firstName: 0, lastName: 1, customerReferenceNumber: 3 };
  assert.deepEqual(Object.keys(mappingErrors(CUSTOMER_IMPORT, unreachable)), ['phoneNumber']);
  assert.deepEqual(mappingErrors(CUSTOMER_IMPORT, { ...unreachable, email: 9 }), {});
});

test('one column of the file can not be two of ours', () => {
  assert.deepEqual(mappingErrors(CUSTOMER_IMPORT, { ...WHOLE, lastName: 0, email: 0 }), {
    lastName: 'This column is chosen for First Name already.',
    email: 'This column is chosen for First Name already.',
  });
});

test('columns are counted as in a spreadsheet', () => {
  assert.deepEqual([0, 25, 26, 27, 51, 52, 199].map(columnLetters), [
    'A',
    'Z',
    'AA',
    'AB',
    'AZ',
    'BA',
    'GR',
  ]);
});

test('columns with the same name, or none, can be told apart', () => {
  const labels = columnChoices(['Name', '', 'Phone', 'Name ', '']).map(({ label }) => label);
  assert.deepEqual(labels, ['A: Name', 'B: (no name)', 'C: Phone', 'D: Name', 'E: (no name)']);
});

test('rows to choose the header from are told by their numbers and what they begin with', () => {
  const rows = [
    { row: 1, cells: ['School', '', 'Kampala Hill'] },
    { row: 1004, cells: Array.from({ length: 9 }, () => 'Surname') },
  ];
  assert.deepEqual(headerChoices(rows), [
    { value: '1', label: 'Row 1: School, Kampala Hill' },
    {
      value: '1004',
      label: 'Row 1,004: Surname, Surname, Surname, Surname, Surname, Surname, Surna…',
    },
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  columnChoices,
  columnLetters,
  mappingErrors,
  missingColumns,
} from '#features/imports/import-mapping.ts';

const WHOLE = { firstName: 0, lastName: 1, phoneNumber: 2, customerReferenceNumber: 3 };

test('a mapping with everything that is needed can be sent', () => {
  assert.equal(mappingErrors(WHOLE), null);
});

test('columns that are needed can not be left out', () => {
  const errors = mappingErrors({ lastName: 1, email: 4 });
  assert.deepEqual(Object.keys(errors ?? {}), ['firstName', 'customerReferenceNumber']);
});

test('a phone number or an email is enough, and none is too little', () => {
  const unreachable = { firstName: 0, lastName: 1, customerReferenceNumber: 3 };
  assert.deepEqual(Object.keys(mappingErrors(unreachable) ?? {}), ['phoneNumber']);
  assert.equal(mappingErrors({ ...unreachable, email: 9 }), null);
});

test('one column of the file can not be two of ours', () => {
  assert.deepEqual(mappingErrors({ ...WHOLE, lastName: 0, email: 0 }), {
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
  assert.deepEqual(labels, [
    'Name (column A)',
    '(no name, column B)',
    'Phone',
    'Name (column D)',
    '(no name, column E)',
  ]);
});

test('what has not been recognised is named as in the template', () => {
  assert.deepEqual(missingColumns(WHOLE), []);
  assert.deepEqual(missingColumns({ firstName: 0 }), [
    'Last Name',
    'Customer Reference Number',
    'Phone Number or Email',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORT_MACHINE } from '@tegeka/contract/customer-import-rules.ts';
import {
  areKnown,
  canRemap,
  isAtWork,
  isOpen,
  pauseAfter,
  percentOf,
  progressOf,
  stageOf,
} from '#features/imports/import-stage.ts';

test('a file waits for its columns only before it is checked', () => {
  assert.equal(stageOf({ state: 'UPLOADED', mappingNeeded: true }), 'COLUMNS');
  assert.equal(stageOf({ state: 'UPLOADED', mappingNeeded: false }), 'CHECKING');
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

test('progress has a percentage once the number of rows is known', () => {
  assert.equal(progressOf({ progress: null }), null);
  const counted = { task: 'CHECK', rows: 3400, total: null } as const;
  assert.deepEqual(progressOf({ progress: counted }), { rows: 3400, total: null, percent: null });
  const known = { task: 'IMPORT', rows: 3400, total: 10_000 } as const;
  assert.deepEqual(progressOf({ progress: known }), { rows: 3400, total: 10_000, percent: 34 });
});

test('a hundred percent is said only when nothing is left', () => {
  assert.equal(percentOf(99_999, 100_000), 99);
  assert.equal(percentOf(100_000, 100_000), 100);
  assert.equal(percentOf(0, 0), 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfDebit, stepsOfDebit } from './debit-lifecycle.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`;
const tell = (day: string) => `expected ${day}`;

const REFUSED = {
  number: 1,
  instructionId: '019aa5a0-0000-7000-8000-000000000001',
  at: at(5),
  outcome: 'REJECTED',
  schemeCode: 'AM04',
  answeredAt: at(6),
} as const;

/** A debit that the bank has refused once. */
const DEBIT = {
  createdAt: at(1),
  noticeAt: at(2),
  collectionDay: '2026-11-12',
  settledAt: null,
  nextTryDay: null,
  attempts: [REFUSED],
};

type Debit = Parameters<typeof stepsOfDebit>[0];

const done = (debit: Debit) =>
  stepsOfDebit(debit, tell).flatMap(({ label, note, isDone }) => (isDone ? [[label, note]] : []));
const noteOf = (debit: Debit, label: string) =>
  stepsOfDebit(debit, tell).find((step) => step.label === label)?.note;

test('a debit that is tried again manually waits for its notice and for the day of the new submission', () => {
  const again = { ...DEBIT, state: 'PENDING', noticeAt: null } as const;
  assert.deepEqual(done(again), [['Created', '01/11/2026']]);
  assert.equal(noteOf(again, 'Payer told'), null);
  assert.equal(noteOf(again, 'Sent'), 'expected 2026-11-12');
  // A retry that was announced with the first notice.
  assert.deepEqual(done({ ...again, noticeAt: at(2) }), [
    ['Created', '01/11/2026'],
    ['Payer told', '02/11/2026'],
  ]);
});

test('a debit that was sent twice shows the day of the second submission', () => {
  const second = { ...REFUSED, number: 2, at: at(12), outcome: null, answeredAt: null };
  const sent: Debit = { ...DEBIT, state: 'PROCESSING', attempts: [second, REFUSED] };
  assert.equal(noteOf(sent, 'Sent'), '12/11/2026');
});

test('a debit that is cancelled after a failure ends on the day of the cancellation', () => {
  const cancelled = { ...DEBIT, state: 'CANCELLED', noticeAt: null } as const;
  assert.deepEqual(endOfDebit(cancelled, tell, at(8)), [
    { label: 'Cancelled', note: '08/11/2026', stands: 'wrong' },
  ]);
  assert.deepEqual(endOfDebit({ ...DEBIT, state: 'PROCESSING' }, tell, at(8)), []);
});

test('a failure is followed by the day of the next try', () => {
  const failed = { ...DEBIT, state: 'FAILED', nextTryDay: '2026-11-09' } as const;
  assert.deepEqual(endOfDebit(failed, tell, at(6)), [
    { label: 'Failed', note: '06/11/2026', stands: 'wrong' },
    { label: 'Retry', note: 'expected 2026-11-09', stands: 'next' },
  ]);
});

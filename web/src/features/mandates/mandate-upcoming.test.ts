import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schedule } from '@tegeka/contract/mandates/schedule.ts';
import { upcomingDays } from './mandate-next-debits.ts';

const MONTHLY: Schedule = { kind: 'MONTHLY', day: 5 };
const MANDATE = {
  schedule: MONTHLY,
  amount: 100_000,
  start: '2026-01-05',
  end: null,
  maxCount: null,
  maxTotal: null,
};
const used = (count: number) => ({ count, total: count * 100_000 });

const daysOf = (...[mandate, usage]: [object, ReturnType<typeof used> | undefined]) =>
  upcomingDays({ ...MANDATE, ...mandate }, usage, '2026-11-20').map(({ day }) => day);

test('without limits the next five days are listed', () => {
  const days = ['2026-12-05', '2027-01-05', '2027-02-05', '2027-03-05', '2027-04-05'];
  assert.deepEqual(daysOf({}, undefined), days);
});

test('no day is listed beyond the number of debits that the payer agreed to', () => {
  assert.deepEqual(daysOf({ maxCount: 12 }, used(10)), ['2026-12-05', '2027-01-05']);
  assert.deepEqual(daysOf({ maxCount: 12 }, used(12)), []);
});

test('no day is listed whose debit exceeds the sum that the payer agreed to', () => {
  assert.deepEqual(daysOf({ maxTotal: 1_250_000 }, used(10)), ['2026-12-05', '2027-01-05']);
  const plan = { kind: 'INSTALMENTS', every: 'MONTH', amounts: [50_000, 200_000, 10_000] };
  const instalments = { schedule: plan, amount: null, start: '2026-12-01', maxTotal: 100_000 };
  assert.deepEqual(daysOf(instalments, used(0)), ['2026-12-01']);
});

test('nothing is promised while the use of a limit is not known', () => {
  assert.deepEqual(daysOf({ maxCount: 12 }, undefined), []);
});

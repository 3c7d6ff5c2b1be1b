import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, weekdayOf } from '../kit/day.ts';
import { type Schedule } from './schedule.ts';
import { dueDays } from './schedule-days.ts';
import { describeSchedule } from './schedule-words.ts';

const daysOf = (schedule: Schedule, start: string, from = start, end: string | null = null) =>
  dueDays(schedule, { start, end }, from, 4).map(({ day }) => day);

test('a schedule is due on the days that its sentence says', () => {
  const cases: [Schedule, string, string[]][] = [
    [{ kind: 'ONE_OFF' }, 'once', ['2027-01-29']],
    [
      { kind: 'WEEKLY', weekday: 1 },
      'each week on Monday',
      ['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22'],
    ],
    [
      { kind: 'MONTHLY', day: 5 },
      'each month on the 5th',
      ['2027-02-05', '2027-03-05', '2027-04-05', '2027-05-05'],
    ],
    [
      { kind: 'MONTHLY', day: 'LAST' },
      'each month on its last day',
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
    ],
    [
      { kind: 'QUARTERLY' },
      'every three months from the first day on',
      ['2027-01-29', '2027-04-29', '2027-07-29', '2027-10-29'],
    ],
    [
      { kind: 'YEARLY' },
      'once a year from the first day on',
      ['2027-01-29', '2028-01-29', '2029-01-29', '2030-01-29'],
    ],
    [
      { kind: 'INSTALMENTS', every: 'MONTH', amounts: [50_000, 50_000, 20_000] },
      'in 3 monthly instalments of USh 120,000 in all',
      ['2027-01-29', '2027-02-28', '2027-03-29'],
    ],
    [{ kind: 'ON_DEMAND' }, 'whenever something is due, announced before each debit', []],
  ];
  for (const [schedule, sentence, days] of cases) {
    assert.equal(describeSchedule(schedule), sentence);
    assert.deepEqual(daysOf(schedule, '2027-01-29'), days);
  }
});

test('the end is the last day that may be due, and days before the asked one are left out', () => {
  const monthly: Schedule = { kind: 'MONTHLY', day: 1 };
  assert.deepEqual(daysOf(monthly, '2027-01-01', '2027-02-02', '2027-04-01'), [
    '2027-03-01',
    '2027-04-01',
  ]);
  assert.deepEqual(daysOf(monthly, '2027-01-01', '2027-05-01', '2027-04-30'), []);
});

test('no day comes after the year 9999', () => {
  const start = '9999-12-31';
  assert.deepEqual(daysOf({ kind: 'MONTHLY', day: 'LAST' }, start), [start]);
  assert.deepEqual(daysOf({ kind: 'YEARLY' }, start), [start]);
  assert.deepEqual(daysOf({ kind: 'WEEKLY', weekday: 1 }, start), []);
  assert.deepEqual(daysOf({ kind: 'MONTHLY', day: 5 }, start), []);
});

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days));
const anySchedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({ kind: fc.constant('WEEKLY' as const), weekday: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ kind: fc.constant('MONTHLY' as const), day: fc.integer({ min: 1, max: 28 }) }),
  fc.record({ kind: fc.constant('MONTHLY' as const), day: fc.constant('LAST' as const) }),
  fc.record({ kind: fc.constant('QUARTERLY' as const) }),
  fc.record({ kind: fc.constant('YEARLY' as const) }),
);

test('looking from a later day finds the same days as walking there', () => {
  fc.assert(
    fc.property(
      anySchedule,
      anyDay,
      fc.integer({ min: 0, max: 4000 }),
      (schedule, start, later) => {
        const from = addDays(start, later);
        const range = { start, end: null };
        const walked = dueDays(schedule, range, start, 700).filter(({ day }) => day >= from);
        assert.deepEqual(dueDays(schedule, range, from, 3), walked.slice(0, 3));
      },
    ),
  );
});

test('days rise, and a weekly one is on its weekday', () => {
  fc.assert(
    fc.property(anySchedule, anyDay, (schedule, start) => {
      const days = dueDays(schedule, { start, end: null }, start, 30).map(({ day }) => day);
      assert.deepEqual(days, [...new Set(days)].toSorted());
      if (schedule.kind !== 'WEEKLY') return;
      assert.ok(days.every((day) => weekdayOf(day) === schedule.weekday));
    }),
  );
});

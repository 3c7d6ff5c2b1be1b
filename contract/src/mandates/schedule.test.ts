import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, weekdayOf } from '../kit/day.ts';
import { type Schedule } from './schedule.ts';
import { agreedSchedule, dueDays, monthsPhase, startFrom } from './schedule-days.ts';
import { describeSchedule } from './schedule-texts.ts';

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
    [
      { kind: 'QUARTERLY', day: 'LAST' },
      'every three months on the last day of the month, from the first day on',
      ['2027-01-31', '2027-04-30', '2027-07-31', '2027-10-31'],
    ],
    [
      { kind: 'YEARLY', day: 31 },
      'once a year on the 31st or the last day of a shorter month, from the first day on',
      ['2027-01-31', '2028-01-31', '2029-01-31', '2030-01-31'],
    ],
    [
      { kind: 'INSTALMENTS', every: 'MONTH', day: 5, amounts: [50_000, 50_000, 20_000] },
      'in 3 monthly instalments of USh 120,000 in all on the 5th',
      ['2027-02-05', '2027-03-05', '2027-04-05'],
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

const QUARTERLY: Schedule = { kind: 'QUARTERLY' };
const YEARLY: Schedule = { kind: 'YEARLY' };
const MONTHLY_PLAN = {
  kind: 'INSTALMENTS' as const,
  every: 'MONTH' as const,
  amounts: [1000, 2000, 3000, 4000],
} satisfies Schedule;

/** The terms as they were agreed, then the day from which on they begin, and their days from then on. */
const LATE = [
  [MONTHLY_PLAN, '2027-01-31', '2027-02-05', '2027-02-28 2027-03-31 2027-04-30 2027-05-31'],
  [MONTHLY_PLAN, '2027-01-30', '2027-02-01', '2027-02-28 2027-03-30 2027-04-30 2027-05-30'],
  [MONTHLY_PLAN, '2027-12-31', '2028-02-01', '2028-02-29 2028-03-31 2028-04-30 2028-05-31'],
  [QUARTERLY, '2026-11-30', '2026-12-01', '2027-02-28 2027-05-30 2027-08-30 2027-11-30'],
  [QUARTERLY, '2027-08-31', '2028-02-01', '2028-02-29 2028-05-31 2028-08-31 2028-11-30'],
  [
    { ...QUARTERLY, day: 'LAST' },
    '2026-11-30',
    '2027-01-15',
    '2027-02-28 2027-05-31 2027-08-31 2027-11-30',
  ],
  [
    { ...QUARTERLY, day: 31 },
    '2026-11-30',
    '2026-11-30',
    '2026-11-30 2027-02-28 2027-05-31 2027-08-31',
  ],
  [YEARLY, '2028-02-29', '2028-03-01', '2029-02-28 2030-02-28 2031-02-28 2032-02-29'],
] as const satisfies readonly (readonly [Schedule, string, string, string])[];

test('the agreed day of the month stays when consent comes late', () => {
  for (const [terms, start, from, days] of LATE) {
    const agreed = agreedSchedule(terms, start);
    const moved = startFrom(agreed, { start, end: null }, from);
    assert.equal(daysOf(agreed, moved).join(' '), days);
    // Late twice: asked again, then confirmed late.
    const later = startFrom(agreed, { start: moved, end: null }, addDays(moved, 1));
    assert.deepEqual(daysOf(agreed, later).slice(0, 3), days.split(' ').slice(1), days);
  }
});

test('new terms that begin on a due day keep the agreed day and months, and others have their own', () => {
  const before = { schedule: agreedSchedule(QUARTERLY, '2027-08-31'), start: '2027-08-31' };
  const phase = monthsPhase(before.schedule, before.start);
  for (const [start, day, same] of [
    ['2027-11-30', 31, true],
    ['2028-02-29', 31, true],
    ['2028-02-28', 28, true],
    ['2027-12-31', 31, false],
  ] as const) {
    const next = agreedSchedule(QUARTERLY, start, before);
    assert.deepEqual(next, { kind: 'QUARTERLY', day }, start);
    assert.equal(monthsPhase(next, start) === phase, same, start);
  }
  assert.deepEqual(agreedSchedule({ kind: 'QUARTERLY', day: 5 }, '2027-11-30', before), {
    kind: 'QUARTERLY',
    day: 5,
  });
});

test('the nth due day is the agreed day in its month or its last one, wherever the start has moved', () => {
  const terms = fc.constantFrom(
    { schedule: { kind: 'QUARTERLY' } as const, apart: 3 },
    { schedule: { kind: 'YEARLY' } as const, apart: 12 },
    { schedule: MONTHLY_PLAN, apart: 1 },
  );
  fc.assert(
    fc.property(
      terms,
      anyDay,
      fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined, freq: 1 }),
      fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 3 }),
      ({ schedule, apart }, first, day, moves) => {
        const agreed = agreedSchedule({ ...schedule, day }, first);
        let start = first;
        for (const move of moves)
          start = startFrom(agreed, { start, end: null }, addDays(start, move));
        const wanted = day ?? Number(first.slice(8));
        const days = daysOf(agreed, start);
        assert.equal(days.length, 4);
        const [from = ''] = days;
        for (const [n, due] of days.entries()) {
          const [year = 0, month = 0] = due.split('-').map(Number);
          const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
          assert.equal(Number(due.slice(8)), Math.min(wanted, last), `${first} ${due}`);
          const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
          assert.equal((year - fromYear) * 12 + month - fromMonth, n * apart);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

const agreedDay = fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined });
const anySchedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({ kind: fc.constant('WEEKLY' as const), weekday: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ kind: fc.constant('MONTHLY' as const), day: fc.integer({ min: 1, max: 28 }) }),
  fc.record({ kind: fc.constant('MONTHLY' as const), day: fc.constant('LAST' as const) }),
  fc.record({ kind: fc.constant('QUARTERLY' as const), day: agreedDay }),
  fc.record({ kind: fc.constant('YEARLY' as const), day: agreedDay }),
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

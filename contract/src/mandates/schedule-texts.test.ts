import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Schedule } from './schedule.ts';
import { parseSchedule, describeSchedule } from './schedule-texts.ts';

/** A Friday. */
const START = '2027-01-29';
const AMOUNTS = [50_000, 50_000, 20_500];

for (const [text, schedule] of [
  ['Once', { kind: 'ONE_OFF' }],
  ['one-off', { kind: 'ONE_OFF' }],
  ['weekly', { kind: 'WEEKLY', weekday: 5 }],
  ['Every Monday', { kind: 'WEEKLY', weekday: 1 }],
  ['weekly on Thu', { kind: 'WEEKLY', weekday: 4 }],
  ['tuesdays', { kind: 'WEEKLY', weekday: 2 }],
  ['monthly', { kind: 'MONTHLY', day: 'LAST' }],
  ['Monthly, on the 5th', { kind: 'MONTHLY', day: 5 }],
  ['monthly 28', { kind: 'MONTHLY', day: 28 }],
  ['monthly on the last day', { kind: 'MONTHLY', day: 'LAST' }],
  ['quarterly', { kind: 'QUARTERLY' }],
  ['yearly', { kind: 'YEARLY' }],
  ['on demand', { kind: 'ON_DEMAND' }],
  ['every quarter', { kind: 'QUARTERLY' }],
  ['quarterly on the 15th', { kind: 'QUARTERLY', day: 15 }],
  ['Quarterly, on the last day', { kind: 'QUARTERLY', day: 'LAST' }],
  ['every 3 months on the 31st', { kind: 'QUARTERLY', day: 31 }],
  ['yearly on the 29th', { kind: 'YEARLY', day: 29 }],
  ['each year', { kind: 'YEARLY' }],
  ['whenever something is due', { kind: 'ON_DEMAND' }],
  ['2 weekly instalments', { kind: 'INSTALMENTS', every: 'WEEK', amounts: [3, 4] }],
  ['weekly instalments', { kind: 'INSTALMENTS', every: 'WEEK', amounts: [3, 4] }],
] as const satisfies readonly (readonly [string, unknown])[]) {
  test(`"${text}" is read`, () => {
    assert.deepEqual(parseSchedule(text, START, [3, 4]), schedule);
  });
}

test('what is no schedule is refused, and so is a day that not every month has', () => {
  for (const text of ['', 'often', 'monthly on the 30th', 'monthly on the 0', 'every dawn', 'each'])
    assert.equal(parseSchedule(text, START, []), null, text);
  assert.equal(parseSchedule('monthly instalments', START, [5]), null);
});

test('words that are only partly understood are refused', () => {
  for (const text of [
    'quarterly on the 32nd',
    'weekly instalments on the 5th',
    'quarterly instalments',
    'every 3 months on Monday',
    'yearly on 5 March',
    'each year for 3 years',
    'whenever it rains',
    '12 monthly instalments',
    '1 monthly instalment',
    'in 2 monthly instalments of USh 8 in all',
  ])
    assert.equal(parseSchedule(text, START, [3, 4]), null, text);
});

/** Agreed days of a month. */
const DAYS = [...Array.from({ length: 31 }, (_, n) => n + 1), 'LAST' as const];

test('a schedule is read back from the words that describe it', () => {
  const all: Schedule[] = [
    { kind: 'ONE_OFF' },
    ...Array.from({ length: 7 }, (_, n) => ({ kind: 'WEEKLY', weekday: n + 1 }) as const),
    ...Array.from({ length: 28 }, (_, n) => ({ kind: 'MONTHLY', day: n + 1 }) as const),
    { kind: 'MONTHLY', day: 'LAST' },
    { kind: 'QUARTERLY' },
    { kind: 'YEARLY' },
    ...DAYS.flatMap((day): Schedule[] => [
      { kind: 'QUARTERLY', day },
      { kind: 'YEARLY', day },
      { kind: 'INSTALMENTS', every: 'MONTH', day, amounts: AMOUNTS },
    ]),
    { kind: 'ON_DEMAND' },
    { kind: 'INSTALMENTS', every: 'WEEK', amounts: AMOUNTS },
    { kind: 'INSTALMENTS', every: 'MONTH', amounts: AMOUNTS },
  ];
  for (const schedule of all)
    assert.deepEqual(parseSchedule(describeSchedule(schedule), START, AMOUNTS), schedule);
});

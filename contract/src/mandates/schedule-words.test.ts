import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Schedule } from './schedule.ts';
import { parseSchedule, describeSchedule } from './schedule-words.ts';

/** A Friday. */
const START = '2027-01-29';

for (const [words, schedule] of [
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
  ['weekly instalments', { kind: 'INSTALMENTS', every: 'WEEK', amounts: [3, 4] }],
] as const satisfies readonly (readonly [string, unknown])[]) {
  test(`"${words}" is read`, () => {
    assert.deepEqual(parseSchedule(words, START, [3, 4]), schedule);
  });
}

test('what is no schedule is refused, and so is a day that not every month has', () => {
  for (const words of [
    '',
    'often',
    'monthly on the 30th',
    'monthly on the 0',
    'every dawn',
    'each',
  ])
    assert.equal(parseSchedule(words, START, []), null, words);
  assert.equal(parseSchedule('monthly instalments', START, [5]), null);
});

test('a schedule is read back from the words that describe it', () => {
  const all: Schedule[] = [
    { kind: 'ONE_OFF' },
    ...Array.from({ length: 7 }, (_, n) => ({ kind: 'WEEKLY', weekday: n + 1 }) as const),
    ...Array.from({ length: 28 }, (_, n) => ({ kind: 'MONTHLY', day: n + 1 }) as const),
    { kind: 'MONTHLY', day: 'LAST' },
    { kind: 'QUARTERLY' },
    { kind: 'YEARLY' },
    { kind: 'ON_DEMAND' },
  ];
  for (const schedule of all)
    assert.deepEqual(parseSchedule(describeSchedule(schedule), START, []), schedule);
});

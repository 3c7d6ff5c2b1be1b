import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Analytics } from '@tegeka/contract/analytics.ts';
import { rateOf, rateSentence, stepsOf } from './analytics-steps.ts';

/** Figures from Saturday 5 September to Tuesday 8 December 2026, with debits on two Mondays. */
const FIGURES: Analytics = {
  from: '2026-09-05',
  to: '2026-12-08',
  days: [
    { day: '2026-09-07', settled: { count: 3, amount: 300 }, failed: { count: 0, amount: 0 } },
    { day: '2026-12-07', settled: { count: 1, amount: 100 }, failed: { count: 1, amount: 50 } },
  ],
  outcomes: [],
  failureReasons: [],
};

test('the first and the last week are labelled with the days that are counted', () => {
  const steps = stepsOf(FIGURES, 'LAST_90_DAYS');
  assert.deepEqual(
    [0, 1, -1].map((n) => [steps.at(n)?.label, steps.at(n)?.short]),
    [
      ['05/09/2026 to 06/09/2026', '05/09'],
      ['07/09/2026 to 13/09/2026', '07/09'],
      ['07/12/2026 to 08/12/2026', '07/12'],
    ],
  );
  const monday = stepsOf({ ...FIGURES, to: '2026-12-07' }, 'LAST_90_DAYS').at(-1);
  assert.equal(monday?.label, '07/12/2026');
});

test('outcomes are added up by week, and weeks without a debit are listed', () => {
  const steps = stepsOf(FIGURES, 'LAST_90_DAYS');
  assert.equal(steps.length, 15);
  assert.deepEqual(
    steps.flatMap(({ settled, failed, rate }) =>
      rate === null ? [] : [[settled.amount, failed.amount, rate]],
    ),
    [
      [300, 0, 100],
      [100, 50, 50],
    ],
  );
});

test('months are labelled by their names', () => {
  const [first] = stepsOf(FIGURES, 'THIS_YEAR');
  assert.deepEqual([first?.label, first?.short], ['September 2026', 'Sep']);
});

test('the rate is 100% only if no debit failed', () => {
  assert.equal(rateOf(1999, 1), 99);
  assert.equal(rateOf(2000, 0), 100);
  assert.equal(rateOf(2, 1), 67);
  assert.equal(rateOf(0, 0), null);
});

test('large numbers of debits have separators', () => {
  const sentence = '12,000 of 15,000 debits that settled or failed: 80%.';
  assert.equal(rateSentence(12_000, 3000), sentence);
});

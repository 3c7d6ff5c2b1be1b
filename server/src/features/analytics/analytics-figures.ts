import { type CauseName, CAUSE_NAMES } from '@tegeka/contract/collections/causes.ts';
import { COLLECTION } from '@tegeka/contract/collections/collections.ts';
import {
  type Analytics,
  type AnalyticsSum,
  type Period,
  WENT_WRONG,
} from '@tegeka/contract/analytics.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { type DailySum, readDailySums } from '#features/collections/collections-figures.ts';
import type { Tx } from '#platform/database/database.ts';

const FIRST_DAYS: Readonly<Record<Period, (today: string) => string>> = {
  LAST_30_DAYS: (today) => addDays(today, -29),
  LAST_90_DAYS: (today) => addDays(today, -89),
  THIS_YEAR: (today) => `${today.slice(0, 4)}-01-01`,
};

const added = (sums: readonly DailySum[]): AnalyticsSum => ({
  count: sums.reduce((count, sum) => count + sum.count, 0),
  amount: sums.reduce((amount, sum) => amount + sum.amount, 0),
});

function causesOf(wrong: readonly DailySum[]): Analytics['causes'] {
  const byCause = Map.groupBy(wrong, ({ cause }) => cause);
  const summed = (cause: CauseName) => ({ cause, ...added(byCause.get(cause) ?? []) });
  return CAUSE_NAMES.map(summed)
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || other.amount - one.amount);
}

/** What became of a merchant's collections of a period that ends today. */
export async function readAnalytics(tx: Tx, period: Period, today: string): Promise<Analytics> {
  const days = { from: FIRST_DAYS[period](today), to: today };
  const sums = await readDailySums(tx, days);
  const wentWrong = ({ state }: DailySum) => WENT_WRONG.some((wrong) => wrong === state);
  const wasCollected = ({ state }: DailySum) => state === 'SETTLED';
  const over = sums.filter((sum) => wasCollected(sum) || wentWrong(sum));
  return {
    ...days,
    days: [...Map.groupBy(over, ({ day }) => day)].map(([day, ofDay]) => ({
      day,
      collected: added(ofDay.filter(wasCollected)),
      failed: added(ofDay.filter(wentWrong)),
    })),
    states: COLLECTION.states.map((state) => ({
      state,
      ...added(sums.filter((sum) => sum.state === state)),
    })),
    causes: causesOf(sums.filter(wentWrong)),
  };
}

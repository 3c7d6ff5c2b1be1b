import {
  type FailureReasonName,
  FAILURE_REASON_NAMES,
} from '@tegeka/contract/debits/failure-reasons.ts';
import { type Outcome, OUTCOME_NAMES } from '@tegeka/contract/debits/debit-outcomes.ts';
import type { Analytics, Period } from '@tegeka/contract/analytics.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { added, type DailySum, readDailySums } from '#features/debits/debits-figures.ts';
import type { Tx } from '#platform/database/database.ts';

const FIRST_DAYS: Readonly<Record<Period, (today: string) => string>> = {
  LAST_30_DAYS: (today) => addDays(today, -29),
  LAST_90_DAYS: (today) => addDays(today, -89),
  THIS_YEAR: (today) => `${today.slice(0, 4)}-01-01`,
};

function getFailureReasons(failed: readonly DailySum[]): Analytics['failureReasons'] {
  const byFailureReason = Map.groupBy(failed, ({ failureReason }) => failureReason);
  const summed = (failureReason: FailureReasonName) => ({
    failureReason,
    ...added(byFailureReason.get(failureReason) ?? []),
  });
  return FAILURE_REASON_NAMES.map(summed)
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || other.amount - one.amount);
}

/** What became of a merchant's debits of a period that ends today. */
export async function readAnalytics(tx: Tx, period: Period, today: string): Promise<Analytics> {
  const days = { from: FIRST_DAYS[period](today), to: today };
  const sums = await readDailySums(tx, days);
  const ofOutcome = (outcome: Outcome, of: readonly DailySum[] = sums) =>
    of.filter((sum) => sum.outcome === outcome);
  const ended = [...ofOutcome('SETTLED'), ...ofOutcome('FAILED')].toSorted((one, other) =>
    one.day.localeCompare(other.day),
  );
  return {
    ...days,
    days: [...Map.groupBy(ended, ({ day }) => day)].map(([day, ofDay]) => ({
      day,
      settled: added(ofOutcome('SETTLED', ofDay)),
      failed: added(ofOutcome('FAILED', ofDay)),
    })),
    outcomes: OUTCOME_NAMES.map((outcome) => ({ outcome, ...added(ofOutcome(outcome)) })),
    failureReasons: getFailureReasons(ofOutcome('FAILED')),
  };
}

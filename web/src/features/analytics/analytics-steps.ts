import type { Analytics, AnalyticsSum, Period } from '@tegeka/contract/analytics.ts';
import { addDays, showDay, showMonth, weekdayOf } from '@tegeka/contract/kit/day.ts';

/** A day, week or month of a period, with what was settled and what failed in it. */
export interface AnalyticsStep {
  /** Its first day. */
  key: string;
  /** In full, and as the short label below a chart. */
  label: string;
  short: string;
  settled: { count: number; amount: number };
  failed: { count: number; amount: number };
  /** Percentage of settled debits among those with a known outcome; null without any. */
  rate: number | null;
}

const shortDay = (day: string) => showDay(day).slice(0, 5);

/** The period of one bar. With days, a long period would have more bars than fit on a phone. */
const STEPS: Readonly<
  Record<
    Period,
    {
      name: string;
      startOf: (day: string) => string;
      /** For the days of a bar that are in the period. */
      label: (first: string, last: string) => string;
      short: (first: string) => string;
    }
  >
> = {
  LAST_30_DAYS: { name: 'day', startOf: (day) => day, label: showDay, short: shortDay },
  LAST_90_DAYS: {
    name: 'week',
    startOf: (day) => addDays(day, 1 - weekdayOf(day)),
    label: (first, last) =>
      first === last ? showDay(first) : `${showDay(first)} to ${showDay(last)}`,
    short: shortDay,
  },
  THIS_YEAR: {
    name: 'month',
    startOf: (day) => `${day.slice(0, 7)}-01`,
    label: (first) => showMonth(first.slice(0, 7)),
    short: (first) => showMonth(first.slice(0, 7)).slice(0, 3),
  },
};

export const stepName = (period: Period) => STEPS[period].name;

/** Percentage of settled debits, 100 only if none failed; null without a known outcome. */
export function rateOf(settled: number, failed: number): number | null {
  if (settled + failed === 0) return null;
  return Math.min(Math.round((settled / (settled + failed)) * 100), failed > 0 ? 99 : 100);
}

export const formatNumber = (count: number) => count.toLocaleString('en');
export const formatCount = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'debit' : 'debits'}`;
export const rateText = (rate: number | null) => (rate === null ? '–' : `${rate}%`);

/** How many debits succeed, as a sentence. */
export const rateSentence = (settled: number, failed: number) =>
  `${formatNumber(settled)} of ${formatCount(settled + failed)} that settled or failed: ${rateText(rateOf(settled, failed))}.`;

const sumOf = (sums: readonly AnalyticsSum[]) => ({
  count: sums.reduce((count, sum) => count + sum.count, 0),
  amount: sums.reduce((amount, sum) => amount + sum.amount, 0),
});

/** The days of a period, both included. */
function daysOf({ from, to }: Pick<Analytics, 'from' | 'to'>): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The days, weeks or months of a period, also those without a debit, the oldest first. */
export function stepsOf(analytics: Analytics, period: Period): AnalyticsStep[] {
  const { startOf, label, short } = STEPS[period];
  const outcomes = Map.groupBy(analytics.days, ({ day }) => startOf(day));
  return [...Map.groupBy(daysOf(analytics), startOf)].map(([key, [first = key, ...others]]) => {
    const own = outcomes.get(key) ?? [];
    const settled = sumOf(own.map((day) => day.settled));
    const failed = sumOf(own.map((day) => day.failed));
    return {
      key,
      label: label(first, others.at(-1) ?? first),
      short: short(first),
      settled,
      failed,
      rate: rateOf(settled.count, failed.count),
    };
  });
}

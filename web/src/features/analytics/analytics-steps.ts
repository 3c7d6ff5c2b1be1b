import type { Analytics, Period } from '@tegeka/contract/analytics.ts';
import { addDays, showDay, showMonth, weekdayOf } from '@tegeka/contract/kit/day.ts';

/** A day, week or month of a period, with what was collected and what failed in it. */
export interface AnalyticsStep {
  /** Its first day. */
  key: string;
  /** In full, and as the short label below a chart. */
  label: string;
  short: string;
  collected: { count: number; amount: number };
  failed: { count: number; amount: number };
  /** Percentage of collected debits among those with a known outcome; null without any. */
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
      label: (start: string) => string;
      short: (start: string) => string;
    }
  >
> = {
  LAST_30_DAYS: { name: 'day', startOf: (day) => day, label: showDay, short: shortDay },
  LAST_90_DAYS: {
    name: 'week',
    startOf: (day) => addDays(day, 1 - weekdayOf(day)),
    label: (start) => `${showDay(start)} to ${showDay(addDays(start, 6))}`,
    short: shortDay,
  },
  THIS_YEAR: {
    name: 'month',
    startOf: (day) => `${day.slice(0, 7)}-01`,
    label: (start) => showMonth(start.slice(0, 7)),
    short: (start) => showMonth(start.slice(0, 7)).slice(0, 3),
  },
};

export const stepName = (period: Period) => STEPS[period].name;

/** Percentage of collected debits; null without a known outcome. */
export const rateOf = (collected: number, failed: number) =>
  collected + failed === 0 ? null : Math.round((collected / (collected + failed)) * 100);

/** The days, weeks or months of a period, also those without a debit, the oldest first. */
export function stepsOf({ from, to, days }: Analytics, period: Period): AnalyticsStep[] {
  const { startOf, label, short } = STEPS[period];
  const steps = new Map<string, AnalyticsStep>();
  const stepOf = (day: string) => {
    const key = startOf(day);
    const empty = { key, label: label(key), short: short(key), rate: null };
    const step = steps.get(key) ?? {
      ...empty,
      collected: { count: 0, amount: 0 },
      failed: { count: 0, amount: 0 },
    };
    steps.set(key, step);
    return step;
  };
  for (let day = from; day <= to; day = addDays(day, 1)) stepOf(day);
  for (const { day, ...sums } of days) {
    const step = stepOf(day);
    for (const kind of ['collected', 'failed'] as const) {
      step[kind].count += sums[kind].count;
      step[kind].amount += sums[kind].amount;
    }
    step.rate = rateOf(step.collected.count, step.failed.count);
  }
  return [...steps.values()];
}

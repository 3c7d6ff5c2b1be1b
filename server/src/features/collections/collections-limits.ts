import { showMoney } from '@tegeka/contract/kit/money.ts';
import { dayAt, timeOf, weekdayOf, addDays } from '@tegeka/contract/kit/day.ts';
import type { LimitPeriod } from '@tegeka/contract/mandates/mandates.ts';
import { sql } from 'kysely';
import type { CollectableMandate } from '#features/mandates/collecting/mandates-collecting.ts';
import type { Tx } from '#platform/database/database.ts';

/** What is to be collected by a mandate on a day. */
export interface Wanted {
  mandate: CollectableMandate;
  collectOn: string;
  amount: number;
}

/** The first day of the calendar period that a day is in. */
function periodStart(period: LimitPeriod, day: string): string {
  const date = new Date(timeOf(day));
  switch (period) {
    case 'DAY':
      return day;
    case 'WEEK':
      return addDays(day, 1 - weekdayOf(day));
    case 'MONTH':
      return dayAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
    case 'YEAR':
      return dayAt(Date.UTC(date.getUTCFullYear(), 0, 1));
  }
}

/** True of collections `c` that consume limits: a failed one does until its last try has failed. */
export const CONSUMES = sql`(c.state in ('PENDING', 'PROCESSING', 'UNKNOWN', 'CLEARED', 'SETTLED')
  or (c.state = 'FAILED' and c.wake_for = 'RETRY'))`;

/** What a series has consumed: number and sum in all, and sums by the first day of each period. */
interface Consumed {
  count: number;
  total: number;
  periods: Map<string, number>;
}

/** Limits that are exhausted, or the amount that is too high; in words for the field `amount`. */
export type LimitBroken = { limit: 'DEBIT' | 'PERIOD' | 'COUNT' | 'TOTAL'; words: string };

const isLimited = ({ maxCount, maxTotal, maxPerPeriod }: CollectableMandate) =>
  maxCount !== null || maxTotal !== null || maxPerPeriod !== null;

interface ConsumedRow {
  series_id: string;
  period: string | null;
  count: number;
  total: string;
}

async function readConsumed(
  tx: Tx,
  mandates: readonly CollectableMandate[],
  without: readonly string[],
): Promise<Map<string, Consumed>> {
  const series = mandates.filter(isLimited).map(({ organizationId, seriesId, period }) => ({
    organization_id: organizationId,
    series_id: seriesId,
    period: period?.toLowerCase() ?? null,
  }));
  const consumed = new Map<string, Consumed>();
  if (series.length === 0) return consumed;
  const { rows } = await sql<ConsumedRow>`
    select c.series_id, date_trunc(s.period, c.collect_on::timestamp)::date::text as period,
      count(*)::integer as count, sum(c.amount) as total
    from jsonb_to_recordset(${JSON.stringify(series)}::jsonb)
      as s(organization_id uuid, series_id uuid, period text)
    join collections c on c.organization_id = s.organization_id and c.series_id = s.series_id
    where ${CONSUMES} and c.id <> all(${without}::uuid[])
    group by 1, 2`.execute(tx);
  for (const row of rows) {
    const sum = consumed.get(row.series_id) ?? { count: 0, total: 0, periods: new Map() };
    sum.count += row.count;
    sum.total += Number(row.total);
    if (row.period !== null) sum.periods.set(row.period, Number(row.total));
    consumed.set(row.series_id, sum);
  }
  return consumed;
}

const PERIOD_WORDS: Record<LimitPeriod, string> = {
  DAY: 'a day',
  WEEK: 'a week',
  MONTH: 'a month',
  YEAR: 'a year',
};

function brokenLimit({ mandate, collectOn, amount }: Wanted, used: Consumed): LimitBroken | null {
  const { maxPerDebit, maxPerPeriod, period, maxCount, maxTotal } = mandate;
  if (amount > maxPerDebit)
    return { limit: 'DEBIT', words: `The mandate allows ${showMoney(maxPerDebit)} per debit` };
  if (maxCount !== null && used.count >= maxCount)
    return { limit: 'COUNT', words: `The mandate allows ${maxCount} debits, which are all used` };
  if (maxTotal !== null && used.total + amount > maxTotal)
    return {
      limit: 'TOTAL',
      words: `The mandate allows ${showMoney(maxTotal)} in all; ${showMoney(maxTotal - used.total)} is left`,
    };
  if (maxPerPeriod === null || period === null) return null;
  const left = maxPerPeriod - (used.periods.get(periodStart(period, collectOn)) ?? 0);
  if (amount <= left) return null;
  return {
    limit: 'PERIOD',
    words: `The mandate allows ${showMoney(maxPerPeriod)} in ${PERIOD_WORDS[period]}; ${showMoney(Math.max(0, left))} is left`,
  };
}

/**
 * Finds for each of what is wanted, in their order, whether the limits of its mandate allow it beside
 * what was collected before and what stands before it. The mandates are locked. Collections `without`
 * are not counted: they are what is asked about.
 */
export async function checkLimits(
  tx: Tx,
  wanted: readonly Wanted[],
  without: readonly string[] = [],
): Promise<(LimitBroken | null)[]> {
  const mandates = new Map(wanted.map(({ mandate }) => [mandate.seriesId, mandate]));
  const consumed = await readConsumed(tx, [...mandates.values()], without);
  return wanted.map((one) => {
    const { seriesId, period } = one.mandate;
    const used = consumed.get(seriesId) ?? { count: 0, total: 0, periods: new Map() };
    consumed.set(seriesId, used);
    const broken = brokenLimit(one, used);
    if (broken) return broken;
    used.count += 1;
    used.total += one.amount;
    if (period === null) return null;
    const start = periodStart(period, one.collectOn);
    used.periods.set(start, (used.periods.get(start) ?? 0) + one.amount);
    return null;
  });
}

import { showMoney } from '@tegeka/contract/kit/money.ts';
import { dayAt, timeOf, weekdayOf, addDays } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import type { SchedulePeriod } from '@tegeka/contract/mandates/mandates.ts';
import type {
  CollectableMandate,
  MandateLimits,
} from '#features/mandates/collecting/mandates-collecting.ts';
import type { Tx } from '#platform/database/database.ts';

/** What is to be collected by a mandate. */
export interface Wanted {
  mandate: CollectableMandate;
  origin: string;
  /** The nominal day, and the business day of the debit. */
  dueOn: string;
  collectOn: string;
  amount: number;
}

/** The first day of the calendar period that a day is in. */
export function periodStart(period: SchedulePeriod, day: string): string {
  const date = new Date(timeOf(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (period) {
    case 'DAY':
      return day;
    case 'WEEK':
      return addDays(day, 1 - weekdayOf(day));
    case 'MONTH':
      return dayAt(Date.UTC(year, month, 1));
    case 'QUARTER':
      return dayAt(Date.UTC(year, month - (month % 3), 1));
    case 'YEAR':
      return dayAt(Date.UTC(year, 0, 1));
  }
}

/** True of collections `c` whose outcome is still open: a failed one's is until its last try has failed. */
export const IS_OPEN = sql<boolean>`(c.state in ('PENDING', 'PROCESSING', 'UNKNOWN', 'CLEARED')
  or (c.state = 'FAILED' and c.wake_for = 'RETRY'))`;

/** True of collections `c` that consume limits: the payer was debited, is going to be, or may have been. */
export const CONSUMES = sql<boolean>`(c.state = 'SETTLED' or c.cause = 'CONTRADICTED' or ${IS_OPEN})`;

/** Origins of debits that a schedule made due, those collected again after a return included. */
const SCHEDULED: readonly string[] = ['SCHEDULE', 'AGAIN'];

/**
 * The day that counts for a limit per period: the nominal day of scheduled debits, so that a debit that
 * rolls into the next period does not use that period's limit.
 */
const limitDay = ({ origin, dueOn, collectOn }: Pick<Wanted, 'origin' | 'dueOn' | 'collectOn'>) =>
  SCHEDULED.includes(origin) ? dueOn : collectOn;

/** The same of collections `c`. */
export const LIMIT_DAY = sql`(case when c.origin in ('SCHEDULE', 'AGAIN') then c.due_on else c.collect_on end)`;

interface Sum {
  count: number;
  total: number;
}

/** What was consumed: by a series in total, by a mandate alone, and by the first day of each period. */
interface Consumed {
  series: Sum;
  own: Sum;
  /** By the period of the mandate's limit. */
  periods: Map<string, number>;
  /** By the period of the schedule and the nominal days. */
  schedulePeriods: Map<string, number>;
}

export const nothing = (): Consumed => ({
  series: { count: 0, total: 0 },
  own: { count: 0, total: 0 },
  periods: new Map(),
  schedulePeriods: new Map(),
});

function add(to: Sum, { count, total }: Sum): void {
  to.count += count;
  to.total += total;
}

function addAt(to: Map<string, number>, start: string | null, total: number): void {
  if (start !== null) to.set(start, (to.get(start) ?? 0) + total);
}

/** Limits that are exhausted, or the amount that is too high; in words for the field `amount`. */
export type LimitBroken = { limit: 'DEBIT' | 'PERIOD' | 'COUNT' | 'TOTAL'; words: string };

const isLimited = (mandate: CollectableMandate) =>
  mandate.maxCount !== null ||
  mandate.maxTotal !== null ||
  mandate.maxPerPeriod !== null ||
  mandate.schedulePeriod !== null ||
  mandate.plan.count !== null;

interface ConsumedRow {
  mandate_id: string;
  period: string | null;
  schedule_period: string | null;
  count: number;
  total: string;
  own_count: number;
  own_total: string;
}

/** What is consumed of the limits of mandates, by their ids; collections `without` are not counted. */
export async function readConsumed(
  tx: Tx,
  mandates: readonly MandateLimits[],
  without: readonly string[] = [],
): Promise<Map<string, Consumed>> {
  const series = mandates.map((mandate) => ({
    organization_id: mandate.organizationId,
    series_id: mandate.seriesId,
    mandate_id: mandate.id,
    period: mandate.period?.toLowerCase() ?? null,
    schedule_period: mandate.schedulePeriod?.toLowerCase() ?? null,
  }));
  const consumed = new Map(mandates.map(({ id }) => [id, nothing()]));
  if (series.length === 0) return consumed;
  const { rows } = await sql<ConsumedRow>`
    select s.mandate_id, date_trunc(s.period, ${LIMIT_DAY}::timestamp)::date::text as period,
      date_trunc(s.schedule_period, c.due_on::timestamp)::date::text as schedule_period,
      count(*)::integer as count, sum(c.amount) as total,
      count(*) filter (where c.mandate_id = s.mandate_id)::integer as own_count,
      coalesce(sum(c.amount) filter (where c.mandate_id = s.mandate_id), 0) as own_total
    from jsonb_to_recordset(${JSON.stringify(series)}::jsonb)
      as s(organization_id uuid, series_id uuid, mandate_id uuid, period text, schedule_period text)
    join collections c on c.organization_id = s.organization_id and c.series_id = s.series_id
    where ${CONSUMES} and c.id <> all(${without}::uuid[])
    group by 1, 2, 3`.execute(tx);
  for (const row of rows) {
    const used = consumed.get(row.mandate_id);
    if (!used) continue;
    const total = Number(row.total);
    add(used.series, { count: row.count, total });
    add(used.own, { count: row.own_count, total: Number(row.own_total) });
    addAt(used.periods, row.period, total);
    addAt(used.schedulePeriods, row.schedule_period, total);
  }
  return consumed;
}

const PERIOD_WORDS: Record<SchedulePeriod, string> = {
  DAY: 'a day',
  WEEK: 'a week',
  MONTH: 'a month',
  QUARTER: 'a quarter',
  YEAR: 'a year',
};

function brokenSum(
  { count, total }: { count: number | null; total: number | null },
  used: Sum,
  amount: number,
): LimitBroken | null {
  if (count !== null && used.count >= count) {
    const debits = count === 1 ? '1 debit, which is' : `${count} debits, which are all`;
    return { limit: 'COUNT', words: `The mandate allows ${debits} used` };
  }
  if (total === null || used.total + amount <= total) return null;
  const left = showMoney(Math.max(0, total - used.total));
  return {
    limit: 'TOTAL',
    words: `The mandate allows ${showMoney(total)} in all; ${left} is left`,
  };
}

function brokenPeriod(
  { most, period }: { most: number | null; period: SchedulePeriod | null },
  { day, used }: { day: string; used: ReadonlyMap<string, number> },
  amount: number,
): LimitBroken | null {
  if (most === null || period === null) return null;
  const left = most - (used.get(periodStart(period, day)) ?? 0);
  if (amount <= left) return null;
  return {
    limit: 'PERIOD',
    words: `The mandate allows ${showMoney(most)} in ${PERIOD_WORDS[period]}; ${showMoney(Math.max(0, left))} is left`,
  };
}

/**
 * Returns the first limit that is exceeded, agreed or set by the schedule: one debit, the number of
 * instalments, or one maximum per period. Limits and periods count over the whole series; a one-off or
 * instalment plan counts for its mandate alone, since its replacement needs a new consent.
 */
function brokenLimit(wanted: Wanted, used: Consumed): LimitBroken | null {
  const { mandate, dueOn, amount } = wanted;
  const day = limitDay(wanted);
  const { maxPerDebit, maxPerPeriod, period, maxCount, maxTotal, plan } = mandate;
  if (amount > maxPerDebit)
    return { limit: 'DEBIT', words: `The mandate allows ${showMoney(maxPerDebit)} per debit` };
  const ofSchedule = { most: maxPerDebit, period: mandate.schedulePeriod };
  return (
    brokenSum({ count: maxCount, total: maxTotal }, used.series, amount) ??
    brokenSum(plan, used.own, amount) ??
    brokenPeriod({ most: maxPerPeriod, period }, { day, used: used.periods }, amount) ??
    brokenPeriod(ofSchedule, { day: dueOn, used: used.schedulePeriods }, amount)
  );
}

/** Adds a debit to what is consumed of the limits of a mandate of its series. */
function consume(used: Consumed, mandate: MandateLimits, made: Wanted): void {
  const { amount: total, dueOn } = made;
  const { period, schedulePeriod } = mandate;
  add(used.series, { count: 1, total });
  if (mandate.id === made.mandate.id) add(used.own, { count: 1, total });
  addAt(used.periods, period && periodStart(period, limitDay(made)), total);
  addAt(used.schedulePeriods, schedulePeriod && periodStart(schedulePeriod, dueOn), total);
}

/**
 * Checks each wanted debit, in order, against the limits of its mandate, beside earlier collections and the
 * debits before it. The caller has locked the mandates, and has left out what is refused for another reason:
 * it would use up limits. Collections in `without` are not counted: they are
 * the ones being checked.
 */
export async function checkLimits(
  tx: Tx,
  wanted: readonly Wanted[],
  without: readonly string[] = [],
): Promise<(LimitBroken | null)[]> {
  const mandates = new Map(wanted.map(({ mandate }) => [mandate.id, mandate]));
  const limited = [...mandates.values()].filter(isLimited);
  const consumed = await readConsumed(tx, limited, without);
  const bySeries = Map.groupBy(limited, ({ seriesId }) => seriesId);
  return wanted.map((one) => {
    const broken = brokenLimit(one, consumed.get(one.mandate.id) ?? nothing());
    if (broken) return broken;
    for (const mandate of bySeries.get(one.mandate.seriesId) ?? []) {
      const used = consumed.get(mandate.id);
      if (used) consume(used, mandate, one);
    }
    return null;
  });
}

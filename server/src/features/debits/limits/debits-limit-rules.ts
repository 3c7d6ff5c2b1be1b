import { showMoney } from '@tegeka/contract/kit/money.ts';
import { dayAt, timeOf, weekdayOf, addDays } from '@tegeka/contract/kit/day.ts';
import type { SchedulePeriod } from '@tegeka/contract/mandates/mandates.ts';
import { amountDue, dueDaysFrom } from '@tegeka/contract/mandates/schedule-days.ts';
import type {
  CollectableMandate,
  MandateLimits,
} from '#features/mandates/collection/mandates-collectable.ts';

// What limits allow, without SQL and clock.

/** What is to be collected by a mandate. */
export interface Wanted {
  mandate: CollectableMandate;
  origin: string;
  /** True where it has failed and is tried again. */
  retried: boolean;
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

type Attempted = Pick<Wanted, 'origin' | 'retried' | 'dueOn' | 'collectOn'>;

/**
 * The day whose period a debit uses of `maxPerPeriod`: the nominal day of the first try of a scheduled debit,
 * so that a debit that rolls into the next period uses nothing of it; of any other one the day on which it is
 * sent. The same as the column `limit_on`.
 */
export const limitDay = ({ origin, retried, dueOn, collectOn }: Attempted) =>
  origin === 'SCHEDULE' && !retried ? dueOn : collectOn;

/** True of retries and of debits that are collected again: what a schedule still has to take goes first. */
export const isRetry = ({ origin, retried }: Pick<Wanted, 'origin' | 'retried'>) =>
  retried || origin === 'RECOLLECTION';

interface Sum {
  count: number;
  total: number;
}

/** What was consumed: by a series in total, by a mandate alone, and by the first day of each period. */
export interface Consumed {
  series: Sum;
  own: Sum;
  /** By the period of the mandate's limit. */
  periods: Map<string, number>;
  /** By the period of the schedule and the nominal days. */
  schedulePeriods: Map<string, number>;
  /** Nominal days whose debit was made, in any state. Read only where a retry is checked. */
  made: Set<string>;
}

export const nothing = (): Consumed => ({
  series: { count: 0, total: 0 },
  own: { count: 0, total: 0 },
  periods: new Map(),
  schedulePeriods: new Map(),
  made: new Set(),
});

export function add(to: Sum, { count, total }: Sum): void {
  to.count += count;
  to.total += total;
}

export function addAt(to: Map<string, number>, start: string | null, total: number): void {
  if (start !== null) to.set(start, (to.get(start) ?? 0) + total);
}

/** Limits that are exhausted, or the amount that is too high; in words for the field `amount`. */
export type LimitBroken = { limit: 'DEBIT' | 'PERIOD' | 'COUNT' | 'TOTAL'; explanation: string };

const PERIOD_LABELS: Record<SchedulePeriod, string> = {
  DAY: 'a day',
  WEEK: 'a week',
  MONTH: 'a month',
  QUARTER: 'a quarter',
  YEAR: 'a year',
};

/** What a limit leaves for one debit, in whole shillings, and what is said where that is not enough. */
interface Room {
  limit: LimitBroken['limit'];
  left: number;
  explanation: () => string;
}

/** The limits of number and sum; a number that is used up leaves nothing. */
function sumRooms(
  { count, total }: { count: number | null; total: number | null },
  used: Sum,
): Room[] {
  const rooms: Room[] = [];
  if (count !== null) {
    const debits = count === 1 ? '1 debit, which is' : `${count} debits, which are all`;
    const left = used.count >= count ? 0 : Infinity;
    rooms.push({ limit: 'COUNT', left, explanation: () => `The mandate allows ${debits} used` });
  }
  if (total !== null) {
    const left = Math.max(0, total - used.total);
    const explanation = () =>
      `The mandate allows ${showMoney(total)} in all; ${showMoney(left)} is left`;
    rooms.push({ limit: 'TOTAL', left, explanation });
  }
  return rooms;
}

function periodRooms(
  { max, period }: { max: number | null; period: SchedulePeriod | null },
  { day, used, planned }: { day: string; used: ReadonlyMap<string, number>; planned: number },
): Room[] {
  if (max === null || period === null) return [];
  const left = Math.max(0, max - (used.get(periodStart(period, day)) ?? 0) - planned);
  const explanation = () => {
    const beside = planned === 0 ? '' : ` beside the ${showMoney(planned)} of its schedule`;
    return `The mandate allows ${showMoney(max)} in ${PERIOD_LABELS[period]}; ${showMoney(left)} is left${beside}`;
  };
  return [{ limit: 'PERIOD', left, explanation }];
}

/**
 * What the schedule of a mandate is still going to make in the period of a retry's day, once the retry has
 * used its share of the limits of number and sum.
 */
function plannedSum(retry: Wanted, used: Consumed): number {
  const { schedule, start, end, period, collectNextOn, maxCount, maxTotal, ...mandate } =
    retry.mandate;
  if (period === null || collectNextOn === null) return 0;
  const first = periodStart(period, limitDay(retry));
  let left = (maxCount ?? Infinity) - used.series.count - 1;
  const max = (maxTotal ?? Infinity) - used.series.total - retry.amount;
  let sum = 0;
  const from = collectNextOn > first ? collectNextOn : first;
  for (const { day, index } of dueDaysFrom(schedule, { start, end }, from)) {
    const due = amountDue(schedule, mandate.amount, index);
    if (periodStart(period, day) !== first || due === null || left <= 0 || sum + due > max) break;
    if (used.made.has(day)) continue;
    sum += due;
    left -= 1;
  }
  return sum;
}

/**
 * The limits of a debit, agreed or set by the schedule: one debit, the number of instalments, or one maximum per
 * period. Limits and periods count over the whole series; a one-off or instalment plan counts for its mandate alone,
 * since its replacement needs a new consent. A retry also leaves what the schedule is still going to make in its
 * period.
 */
function roomsOf(wanted: Wanted, used: Consumed): Room[] {
  const { mandate, dueOn } = wanted;
  const day = limitDay(wanted);
  const { maxPerDebit, maxPerPeriod, period, maxCount, maxTotal, plan } = mandate;
  const ofSchedule = { max: maxPerDebit, period: mandate.schedulePeriod };
  const planned = isRetry(wanted) ? plannedSum(wanted, used) : 0;
  return [
    {
      limit: 'DEBIT',
      left: maxPerDebit,
      explanation: () => `The mandate allows ${showMoney(maxPerDebit)} per debit`,
    },
    ...sumRooms({ count: maxCount, total: maxTotal }, used.series),
    ...sumRooms(plan, used.own),
    ...periodRooms({ max: maxPerPeriod, period }, { day, used: used.periods, planned }),
    ...periodRooms(ofSchedule, { day: dueOn, used: used.schedulePeriods, planned: 0 }),
  ];
}

/** Returns the first limit that a debit exceeds. */
export function brokenLimit(wanted: Wanted, used: Consumed): LimitBroken | null {
  const room = roomsOf(wanted, used).find(({ left }) => wanted.amount > left);
  return room ? { limit: room.limit, explanation: room.explanation() } : null;
}

/**
 * The most that one debit can be within all limits, in whole shillings; 0 where nothing is left. Its own amount
 * does not count.
 */
export const mostWithin = (wanted: Wanted, used: Consumed): number =>
  Math.min(...roomsOf(wanted, used).map(({ left }) => left));

/** Adds a debit to what is consumed of the limits of a mandate of its series. */
export function consume(used: Consumed, mandate: MandateLimits, made: Wanted): void {
  const { amount: total, dueOn } = made;
  const { period, schedulePeriod } = mandate;
  add(used.series, { count: 1, total });
  if (mandate.id === made.mandate.id) add(used.own, { count: 1, total });
  addAt(used.periods, period && periodStart(period, limitDay(made)), total);
  addAt(used.schedulePeriods, schedulePeriod && periodStart(schedulePeriod, dueOn), total);
}

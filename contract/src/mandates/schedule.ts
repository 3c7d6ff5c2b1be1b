import * as z from 'zod/mini';
import { addDays, DAY_MS, dayAt, timeOf, weekdayOf } from '../kit/day.ts';
import { amountShape, showMoney } from '../kit/money.ts';

/** Days of a month that every month has, and the last one. */
const dayOfMonth = z.union([z.int().check(z.minimum(1), z.maximum(28)), z.literal('LAST')]);

/** Instalments that a schedule may have, one a week for five years. */
const INSTALMENTS_MAX = 260;

/** When a mandate's debits are due. Days are nominal: one that is no business day rolls forward. */
export const scheduleShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ONE_OFF') }),
  /** 1 is Monday (ISO 8601). */
  z.object({
    kind: z.literal('WEEKLY'),
    weekday: z.int().check(z.minimum(1), z.maximum(7)),
  }),
  z.object({ kind: z.literal('MONTHLY'), day: dayOfMonth }),
  z.object({ kind: z.literal('QUARTERLY') }),
  z.object({ kind: z.literal('YEARLY') }),
  /** One amount for each debit, in their order. */
  z.object({
    kind: z.literal('INSTALMENTS'),
    every: z.enum(['WEEK', 'MONTH']),
    amounts: z.array(amountShape).check(z.minLength(2), z.maxLength(INSTALMENTS_MAX)),
  }),
  z.object({ kind: z.literal('ON_DEMAND') }),
]);
export type Schedule = z.infer<typeof scheduleShape>;
export type ScheduleKind = Schedule['kind'];

export const SCHEDULE_KINDS = [
  'ONE_OFF',
  'WEEKLY',
  'MONTHLY',
  'QUARTERLY',
  'YEARLY',
  'INSTALMENTS',
  'ON_DEMAND',
] as const satisfies readonly ScheduleKind[];

/** The first nominal day and the last one that may be due; ISO 8601 days, the end included. */
export interface DueRange {
  start: string;
  end: string | null;
}

/** The day of a month so many months after another day's; the month's last day where it is shorter. */
function inMonth(day: string, months: number, wanted: number | 'LAST'): string {
  const date = new Date(timeOf(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month, wanted === 'LAST' ? last : Math.min(wanted, last)));
}

const dateOf = (day: string) => Number(day.slice(8));

/** The nth nominal day of a schedule, from 0, of those on or after its start. */
function nthDay(schedule: Schedule, start: string, n: number): string | null {
  switch (schedule.kind) {
    case 'ON_DEMAND':
      return null;
    case 'ONE_OFF':
      return n === 0 ? start : null;
    case 'WEEKLY':
      return addDays(start, ((schedule.weekday - weekdayOf(start) + 7) % 7) + n * 7);
    case 'MONTHLY': {
      const late = inMonth(start, 0, schedule.day) < start ? 1 : 0;
      return inMonth(start, n + late, schedule.day);
    }
    case 'QUARTERLY':
      return inMonth(start, n * 3, dateOf(start));
    case 'YEARLY':
      return inMonth(start, n * 12, dateOf(start));
    case 'INSTALMENTS':
      if (n >= schedule.amounts.length) return null;
      return schedule.every === 'WEEK' ? addDays(start, n * 7) : inMonth(start, n, dateOf(start));
  }
}

/** A nominal day on which a debit is due. */
export interface DueDay {
  day: string;
  /** Which debit of the schedule it is, from 0. */
  index: number;
}

const STEP_DAYS: Partial<Record<ScheduleKind, number>> = {
  WEEKLY: 7,
  MONTHLY: 31,
  QUARTERLY: 92,
  YEARLY: 366,
};

/** The next nominal days on or after a day, so many at most, in their order. */
export function dueDays(
  schedule: Schedule,
  { start, end }: DueRange,
  from: string,
  most: number,
): DueDay[] {
  const found: DueDay[] = [];
  const step = STEP_DAYS[schedule.kind];
  const skipped = step ? Math.floor((timeOf(from) - timeOf(start)) / DAY_MS / step) - 1 : 0;
  for (let index = Math.max(0, skipped); found.length < most; index += 1) {
    const day = nthDay(schedule, start, index);
    if (day === null || (end !== null && day > end)) break;
    if (day >= from) found.push({ day, index });
  }
  return found;
}

/** What is due on one day of a schedule; null where the amount differs from debit to debit. */
export function amountDue(schedule: Schedule, amount: number | null, index: number): number | null {
  return schedule.kind === 'INSTALMENTS' ? (schedule.amounts[index] ?? null) : amount;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 1st, 2nd, 3rd, 4th. */
function ordinal(day: number): string {
  const ending = ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
  return `${day}${day > 10 && day < 14 ? 'th' : ending}`;
}

/** A schedule as a part of a sentence: 'each month on the 5th'. */
export function describeSchedule(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'ONE_OFF':
      return 'once';
    case 'WEEKLY':
      return `each week on ${WEEKDAYS[schedule.weekday - 1] ?? 'Monday'}`;
    case 'MONTHLY':
      return schedule.day === 'LAST'
        ? 'each month on its last day'
        : `each month on the ${ordinal(schedule.day)}`;
    case 'QUARTERLY':
      return 'every three months from the first day on';
    case 'YEARLY':
      return 'once a year from the first day on';
    case 'INSTALMENTS': {
      const { amounts, every } = schedule;
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      const pace = every === 'WEEK' ? 'weekly' : 'monthly';
      return `in ${amounts.length} ${pace} instalments of ${showMoney(total)} in all`;
    }
    case 'ON_DEMAND':
      return 'whenever something is due, announced before each debit';
  }
}

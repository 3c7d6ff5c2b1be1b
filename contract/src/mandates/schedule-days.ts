import { addDays, DAY_MS, dayAt, timeOf, weekdayOf } from '../kit/day.ts';
import type { Schedule, ScheduleKind } from './schedule.ts';

/** The first nominal day and the last one that may be due; ISO 8601 days, the end included. */
export interface DueRange {
  start: string;
  end: string | null;
}

/** The wanted day of the month that is `months` after that of `day`; its last day where it is shorter. */
function inMonth(day: string, months: number, wanted: number | 'LAST'): string {
  const date = new Date(timeOf(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month, wanted === 'LAST' ? last : Math.min(wanted, last)));
}

const dateOf = (day: string) => Number(day.slice(8));

type ByMonths = Extract<Schedule, { day?: unknown }>;

const MONTHS_APART = { MONTHLY: 1, QUARTERLY: 3, YEARLY: 12, INSTALMENTS: 1 } as const;

/** True of schedules whose due days are an agreed day of a month. */
const isByMonths = (schedule: Schedule): schedule is ByMonths =>
  schedule.kind in MONTHS_APART && !(schedule.kind === 'INSTALMENTS' && schedule.every === 'WEEK');

/**
 * The nth day, from 0, of a schedule by months: the agreed day of its month, never counted from the day
 * before, which a short month may have made earlier.
 */
function nthOfMonths(schedule: ByMonths, start: string, n: number): string {
  const day = schedule.day ?? dateOf(start);
  const late = inMonth(start, 0, day) < start ? 1 : 0;
  return inMonth(start, late + n * MONTHS_APART[schedule.kind], day);
}

/** What a mandate was agreed on before its terms change. */
export interface AgreedBefore {
  schedule: Schedule;
  start: string;
}

/**
 * A schedule with its agreed day of the month, so that it stays although the first day moves: that of the
 * first day unless it is named. A replacement that begins on a due day of the mandate before keeps its day.
 */
export function agreedSchedule(
  schedule: Schedule,
  start: string,
  before: AgreedBefore | null = null,
): Schedule {
  if (!isByMonths(schedule) || schedule.day !== undefined) return schedule;
  const kept = before !== null && isDue(before, start) ? before.schedule : schedule;
  const { day = dateOf(start) } = isByMonths(kept) ? kept : schedule;
  return { ...schedule, day };
}

const isDue = ({ schedule, start }: AgreedBefore, day: string): boolean =>
  dueDays(schedule, { start, end: null }, day, 1)[0]?.day === day;

/** Which months a schedule by months is due in: schedules with the same number share them; null for others. */
export function monthsPhase(schedule: Schedule, start: string): number | null {
  if (!isByMonths(schedule)) return null;
  const [year = 0, month = 0] = nthOfMonths(schedule, start, 0).split('-').map(Number);
  return (year * 12 + month) % MONTHS_APART[schedule.kind];
}

type Instalments = Extract<Schedule, { kind: 'INSTALMENTS' }>;

/** The day of an instalment, from 0. */
const instalmentDay = (schedule: Instalments, start: string, n: number): string =>
  schedule.every === 'WEEK' ? addDays(start, n * 7) : nthOfMonths(schedule, start, n);

/** The first day of instalments that begin late: on `from` or later, whole weeks or months after `start`. */
export function instalmentsFrom(schedule: Instalments, start: string, from: string): string {
  let n = 0;
  while (instalmentDay(schedule, start, n) < from) n += 1;
  return instalmentDay(schedule, start, n);
}

/**
 * The start of agreed terms, moved to `from` or later; to a due day where due days are counted from the
 * start.
 */
export function startFrom(schedule: Schedule, { start, end }: DueRange, from: string): string {
  if (start >= from) return start;
  if (schedule.kind === 'INSTALMENTS') return instalmentsFrom(schedule, start, from);
  const counted = schedule.kind === 'QUARTERLY' || schedule.kind === 'YEARLY';
  return (counted && dueDays(schedule, { start, end }, from, 1)[0]?.day) || from;
}

/** The nth nominal day of a schedule, from 0, of those on or after its start. */
function nthDay(schedule: Schedule, start: string, n: number): string | null {
  switch (schedule.kind) {
    case 'ON_DEMAND':
      return null;
    case 'ONE_OFF':
      return n === 0 ? start : null;
    case 'WEEKLY':
      return addDays(start, ((schedule.weekday - weekdayOf(start) + 7) % 7) + n * 7);
    case 'MONTHLY':
    case 'QUARTERLY':
    case 'YEARLY':
      return nthOfMonths(schedule, start, n);
    case 'INSTALMENTS':
      if (n >= schedule.amounts.length) return null;
      return instalmentDay(schedule, start, n);
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

/** All nominal days on or after a day, in order. They are computed lazily: a schedule can be endless. */
export function* dueDaysFrom(
  schedule: Schedule,
  { start, end }: DueRange,
  from: string,
): Generator<DueDay> {
  const step = STEP_DAYS[schedule.kind];
  const skipped = step ? Math.floor((timeOf(from) - timeOf(start)) / DAY_MS / step) - 1 : 0;
  for (let index = Math.max(0, skipped); ; index += 1) {
    const day = nthDay(schedule, start, index);
    // After the year 9999 ISO 8601 days have a sign and six-digit years: they can not be compared as text.
    if (day === null || day.startsWith('+') || (end !== null && day > end)) return;
    if (day >= from) yield { day, index };
  }
}

/** The next nominal days on or after a day, so many at most. */
export function dueDays(schedule: Schedule, range: DueRange, from: string, max: number): DueDay[] {
  const found: DueDay[] = [];
  for (const due of dueDaysFrom(schedule, range, from)) {
    found.push(due);
    if (found.length === max) break;
  }
  return found;
}

/** What is due on one day of a schedule; null where the amount differs from debit to debit. */
export function amountDue(schedule: Schedule, amount: number | null, index: number): number | null {
  return schedule.kind === 'INSTALMENTS' ? (schedule.amounts[index] ?? null) : amount;
}

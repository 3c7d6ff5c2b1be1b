import { weekdayOf } from '../kit/day.ts';
import { showMoney } from '../kit/money.ts';
import { type Schedule, sumOf } from './schedule.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function weekly(text: string, start: string): Schedule | null {
  const [, week, day = ''] =
    /^(?:(weekly|each week|every week)(?: on)?|each|every)? ?([a-z]*?)s?$/.exec(text) ?? [];
  if (day === '') return week === undefined ? null : { kind: 'WEEKLY', weekday: weekdayOf(start) };
  const starts = (name: string) => day.length > 2 && name.toLowerCase().startsWith(day);
  const weekday = WEEKDAYS.findIndex(starts) + 1;
  return weekday === 0 ? null : { kind: 'WEEKLY', weekday };
}

/** An agreed day of a month: 'on the 5th', 'on its last day', 'on the 31st or the last day of a shorter month'. */
const MONTH_DAY =
  '(?: on)?(?: the| its)?(?: (last)(?: day)?(?: of the month)?| (?:day )?(\\d{1,2})(?:st|nd|rd|th)?(?: or the last day of a shorter month)?)';

/** The day of a month that is said, by its two groups; undefined without one, null where there is none. */
function monthDay(last: string | undefined, day: string | undefined, max: number) {
  if (last !== undefined) return 'LAST';
  if (day === undefined) return undefined;
  return Number(day) >= 1 && Number(day) <= max ? Number(day) : null;
}

const MONTHLY = new RegExp(`^(?:monthly|each month|every month)(?:${MONTH_DAY})?$`);

function monthly(text: string, start: string): Schedule | null {
  const [whole, last, said] = MONTHLY.exec(text) ?? [];
  if (whole === undefined) return null;
  const date = Number(start.slice(8));
  const day = monthDay(last, said, 28);
  if (day === null) return null;
  return { kind: 'MONTHLY', day: day ?? (date > 28 ? 'LAST' : date) };
}

const COUNTED = new RegExp(
  `^(?:(quarterly|(?:each|every) (?:quarter|three months|3 months))|yearly|annually|once a year|(?:each|every) year)(?:${MONTH_DAY})?(?: from the first day on)?$`,
);

/** What is counted from the first day, on an agreed day of the month where one is said. */
function counted(text: string): Schedule | null {
  const [whole, quarterly, last, said] = COUNTED.exec(text) ?? [];
  const day = monthDay(last, said, 31);
  if (whole === undefined || day === null) return null;
  const kind = quarterly === undefined ? 'YEARLY' : 'QUARTERLY';
  return day === undefined ? { kind } : { kind, day };
}

const INSTALMENTS = new RegExp(
  `^(?:in )?(?:(\\d+) )?(weekly|monthly) instal+ments?(?: of ush ([\\d ]+) in all)?(?:${MONTH_DAY})?$`,
);

/** Instalments of the amounts. Their number and their sum, where they are said, have to be those of the amounts. */
function instalments(text: string, amounts: readonly number[]): Schedule | null {
  const [, count, pace, total, last, said] = INSTALMENTS.exec(text) ?? [];
  if (pace === undefined || amounts.length < 2) return null;
  if (count !== undefined && Number(count) !== amounts.length) return null;
  if (total !== undefined && Number(total.replaceAll(' ', '')) !== sumOf(amounts)) return null;
  const day = monthDay(last, said, 31);
  if (day === null || (day !== undefined && pace === 'weekly')) return null;
  return {
    kind: 'INSTALMENTS',
    every: pace === 'weekly' ? 'WEEK' : 'MONTH',
    ...(day !== undefined && { day }),
    amounts: [...amounts],
  };
}

/** The schedules that are a kind alone. */
const PLAIN = [
  [/^(once|one off|one time)$/, 'ONE_OFF'],
  [/^(on demand|whenever something is due( announced before each debit)?)$/, 'ON_DEMAND'],
] as const;

/**
 * A schedule as people write it into a table: `once`, `weekly on Monday`, `monthly on the 5th`,
 * `quarterly`, `yearly on the last day`, `monthly instalments` of the amounts, `on demand`; null where it
 * is none. A day that is left out is that of the start, an ISO 8601 day.
 */
export function parseSchedule(
  typed: string,
  start: string,
  amounts: readonly number[],
): Schedule | null {
  const text = typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  const plain = PLAIN.find(([pattern]) => pattern.test(text));
  if (plain) return { kind: plain[1] };
  if (text === '') return null;
  return instalments(text, amounts) ?? counted(text) ?? monthly(text, start) ?? weekly(text, start);
}

/** 1st, 2nd, 3rd, 4th. */
function ordinal(day: number): string {
  const ending = ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
  return `${day}${day > 10 && day < 14 ? 'th' : ending}`;
}

/** An agreed day of a month as a part of a sentence; empty where it is that of the first day. */
function onDay(day: number | 'LAST' | undefined): string {
  if (day === undefined) return '';
  if (day === 'LAST') return ' on the last day of the month';
  return ` on the ${ordinal(day)}${day > 28 ? ' or the last day of a shorter month' : ''}`;
}

const fromFirst = (day: number | 'LAST' | undefined) =>
  `${onDay(day)}${day === undefined ? '' : ','} from the first day on`;

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
      return `every three months${fromFirst(schedule.day)}`;
    case 'YEARLY':
      return `once a year${fromFirst(schedule.day)}`;
    case 'INSTALMENTS': {
      const { amounts, every, day } = schedule;
      const pace = every === 'WEEK' ? 'weekly' : 'monthly';
      return `in ${amounts.length} ${pace} instalments of ${showMoney(sumOf(amounts))} in all${onDay(day)}`;
    }
    case 'ON_DEMAND':
      return 'whenever something is due, announced before each debit';
  }
}

import { weekdayOf } from '../kit/day.ts';
import { showMoney } from '../kit/money.ts';
import { type Schedule, sumOf } from './schedule.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function weekly(words: string, start: string): Schedule | null {
  const [, week, day = ''] =
    /^(?:(weekly|each week|every week)(?: on)?|each|every)? ?([a-z]*?)s?$/.exec(words) ?? [];
  if (day === '') return week === undefined ? null : { kind: 'WEEKLY', weekday: weekdayOf(start) };
  const starts = (name: string) => day.length > 2 && name.toLowerCase().startsWith(day);
  const weekday = WEEKDAYS.findIndex(starts) + 1;
  return weekday === 0 ? null : { kind: 'WEEKLY', weekday };
}

function monthly(words: string, start: string): Schedule | null {
  const [whole, last, day] =
    /^(?:monthly|each month|every month)(?: on)?(?: the| its)?(?: (last)(?: day)?| (?:day )?(\d{1,2})(?:st|nd|rd|th)?)?$/.exec(
      words,
    ) ?? [];
  if (whole === undefined) return null;
  const date = Number(day ?? start.slice(8));
  if (last !== undefined || (day === undefined && date > 28))
    return { kind: 'MONTHLY', day: 'LAST' };
  return date >= 1 && date <= 28 ? { kind: 'MONTHLY', day: date } : null;
}

/** Instalments of the amounts. Their number and their sum, where they are said, have to be those of the amounts. */
function instalments(words: string, amounts: readonly number[]): Schedule | null {
  const [, count, pace, total] =
    /^(?:in )?(?:(\d+) )?(weekly|monthly) instal+ments?(?: of ush ([\d ]+) in all)?$/.exec(words) ??
    [];
  if (pace === undefined || amounts.length < 2) return null;
  if (count !== undefined && Number(count) !== amounts.length) return null;
  if (total !== undefined && Number(total.replaceAll(' ', '')) !== sumOf(amounts)) return null;
  return {
    kind: 'INSTALMENTS',
    every: pace === 'weekly' ? 'WEEK' : 'MONTH',
    amounts: [...amounts],
  };
}

/** The schedules that are a kind alone. */
const PLAIN = [
  [/^(once|one off|one time)$/, 'ONE_OFF'],
  [/^(on demand|whenever something is due( announced before each debit)?)$/, 'ON_DEMAND'],
  [
    /^(quarterly|(each|every) (quarter|three months|3 months))( from the first day on)?$/,
    'QUARTERLY',
  ],
  [/^(yearly|annually|once a year|(each|every) year)( from the first day on)?$/, 'YEARLY'],
] as const;

/**
 * A schedule as people write it into a table: `once`, `weekly on Monday`, `monthly on the 5th`,
 * `quarterly`, `yearly`, `monthly instalments` of the amounts, `on demand`; null where it is none. A day
 * that is left out is that of the start, an ISO 8601 day.
 */
export function parseSchedule(
  text: string,
  start: string,
  amounts: readonly number[],
): Schedule | null {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  const plain = PLAIN.find(([pattern]) => pattern.test(words));
  if (plain) return { kind: plain[1] };
  if (words === '') return null;
  return instalments(words, amounts) ?? monthly(words, start) ?? weekly(words, start);
}

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
      const pace = every === 'WEEK' ? 'weekly' : 'monthly';
      return `in ${amounts.length} ${pace} instalments of ${showMoney(sumOf(amounts))} in all`;
    }
    case 'ON_DEMAND':
      return 'whenever something is due, announced before each debit';
  }
}

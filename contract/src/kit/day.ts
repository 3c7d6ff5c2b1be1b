import * as z from 'zod/mini';
import { plainText } from './text.ts';

/** An ISO 8601 day that a caller enters, from 1900 to 2199: other years are typing errors. */
export const dayShape = z.iso
  .date()
  .check(
    z.refine((day) => day >= '1900-01-01' && day <= '2199-12-31', 'Choose a day from 1900 to 2199'),
  );

/** The time zone of everything that is shown (no daylight saving). */
const ZONE = 'Africa/Kampala';

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An ISO 8601 instant as day/month/year in Kampala, `21/11/2026`. */
export function showDay(instant: string): string {
  return DAY.format(Date.parse(instant));
}

/** The day of an instant in Kampala as `2026-11-21`: for files that programs read. */
export function isoDay(at: Date): string {
  return DAY.format(at).split('/').toReversed().join('-');
}

/** An ISO 8601 instant as day/month/year and time in Kampala, `21/11/2026, 14:05`. */
export function showMoment(instant: string): string {
  return MOMENT.format(Date.parse(instant));
}

/**
 * Parses a day as people and programs write it: day, month and year (`21/11/2026`, `1-2-2026`, `1.2.2026`), or
 * ISO 8601 (`2026-11-21`), each also with a midnight behind it. Returns the ISO 8601 day, or null where the
 * text has another form or there is no such day.
 */
export function parseDay(text: string): string | null {
  const day = plainText(text).replace(/[ T]00?:00(:00(\.0+)?)?$/, '');
  const [, d = '', , m = '', y = ''] = /^(\d{1,2})([/.-])(\d{1,2})\2([1-9]\d{3})$/.exec(day) ?? [];
  const iso = y ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : day;
  return z.iso.date().safeParse(iso).data ?? null;
}

/** What a field says that has no day. */
export const DAY_INVALID = 'Enter a day, such as 21/11/2026';

const MONTH_NAMES = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * Parses a day as somebody types it: as {@link parseDay}, also with a year of two digits (`5/12/26` is in
 * 2026), with the name of the month (`5 Dec 2026`), and `today` or `tomorrow`. Null where it is none of these.
 */
export function parseTypedDay(text: string, today: string): string | null {
  const typed = plainText(text).toLowerCase();
  if (typed === 'today') return today;
  if (typed === 'tomorrow') return addDays(today, 1);
  const [, date, name = '', year = ''] =
    /^(\d{1,2})[ /.-]*([a-z]{3,9})[ /.,-]*(\d\d|\d{4})$/.exec(typed) ?? [];
  const month = MONTH_NAMES.indexOf(name.slice(0, 3)) + 1;
  const numbers = month > 0 ? `${date}/${month}/${year}` : typed.replace(/ *([/.-]) */g, '$1');
  return parseDay(numbers.replace(/^(\d{1,2}([/.-])\d{1,2}\2)(\d\d)$/, '$120$3'));
}

export const DAY_MS = 86_400_000;

/** Midnight of an ISO 8601 day in UTC, to calculate with days. */
export const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
/** The inverse of {@link timeOf}: the ISO 8601 day of a time. */
export const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The ISO 8601 day so many days later; earlier for a negative number. */
export function addDays(day: string, days: number): string {
  return dayAt(timeOf(day) + days * DAY_MS);
}

/** A day as it is seen from another one: `today`, `tomorrow`, `in 3 days`, `2 days ago`. */
export function relativeDay(day: string, today: string): string {
  const days = Math.round((timeOf(day) - timeOf(today)) / DAY_MS);
  const near = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[days];
  return near ?? (days > 0 ? `in ${days} days` : `${-days} days ago`);
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return ((new Date(timeOf(day)).getUTCDay() + 6) % 7) + 1;
}

const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** An ISO 8601 day as `Saturday, 5 December 2026`. */
export function sayWeekday(day: string): string {
  const [weekday, ...rest] = LONG_DAY.format(timeOf(day)).split(' ');
  return `${weekday?.replace(',', '')}, ${rest.join(' ')}`;
}

const MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, month: 'long', year: 'numeric' });

/** A month, `2026-11`, as `November 2026`. */
export function showMonth(month: string): string {
  return MONTH.format(Date.parse(`${month}-02T00:00:00Z`));
}

/** The first and the last day of a month, `2026-11`. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  // 31 days later it is always the next month.
  const next = addDays(from, 31).slice(0, 7);
  return { from, to: addDays(`${next}-01`, -1) };
}

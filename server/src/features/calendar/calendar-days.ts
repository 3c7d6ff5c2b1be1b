import Holidays from 'date-holidays';
import { addDays, isoDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import type { Tx } from '#platform/database/database.ts';

/** A session of the clearing house and its cut-off in Kampala, `09:00`. */
export interface ClearingSession {
  session: 'MORNING' | 'AFTERNOON';
  cutOff: string;
}

/** The banking calendar as it is known now. Days are ISO 8601 days in Kampala. */
export interface Calendar {
  /** Why banks are closed on a day; null on a business day. */
  closedFor(day: string): string | null;
  /** The day itself, or the first business day after it: a day never moves earlier. */
  roll(day: string): string;
  /** The business day that is so many business days after a day; 0 gives what {@link roll} gives. */
  businessDaysAfter(day: string, days: number): string;
  /** The sessions of a day in their order; none where banks are closed. */
  sessionsOf(day: string): readonly ClearingSession[];
  /** The first cut-off after an instant. */
  nextCutOff(after: Date): { day: string; session: ClearingSession['session']; at: Date };
}

// Public holidays of Uganda. Those that are announced (the two Eids) are estimates until an override
// stands in the table.
const rules = new Holidays('UG', { types: ['public'] });
const years = new Map<string, ReadonlyMap<string, string>>();

function holidaysOf(year: string): ReadonlyMap<string, string> {
  const known = years.get(year);
  if (known) return known;
  const days = rules.getHolidays(year).map(({ date, name }) => [date.slice(0, 10), name] as const);
  const holidays = new Map(days);
  years.set(year, holidays);
  return holidays;
}

/** Kampala is three hours ahead of UTC all year. */
const OFFSET = '+03:00';

/** The instant of a time of day in Kampala, `2026-11-23` and `09:00`. */
export function kampalaInstant(day: string, time: string): Date {
  return new Date(`${day}T${time}:00${OFFSET}`);
}

interface CalendarData {
  overrides: ReadonlyMap<string, { kind: string; name: string }>;
  /** By session, then by the day from which they hold. */
  cutOffs: readonly (ClearingSession & { from: string })[];
}

function closedFor({ overrides }: CalendarData, day: string): string | null {
  const override = overrides.get(day);
  if (override) return override.kind === 'HOLIDAY' ? override.name : null;
  const weekday = weekdayOf(day);
  if (weekday > 5) return weekday === 6 ? 'Saturday' : 'Sunday';
  return holidaysOf(day.slice(0, 4)).get(day) ?? null;
}

/** Banks are never closed for longer: a calendar that says so is broken. */
const CLOSED_DAYS_MAX = 30;

/** The day itself, or the first business day after it: a day never moves earlier. */
function rollDay(data: CalendarData, day: string): string {
  for (let days = 0; days < CLOSED_DAYS_MAX; days += 1) {
    const rolled = addDays(day, days);
    if (closedFor(data, rolled) === null) return rolled;
  }
  throw new Error(`The calendar has no business day after ${day}`);
}

function businessDaysAfter(data: CalendarData, day: string, days: number): string {
  let reached = rollDay(data, day);
  for (let n = 0; n < days; n += 1) reached = rollDay(data, addDays(reached, 1));
  return reached;
}

function sessionsOf(data: CalendarData, day: string): ClearingSession[] {
  if (closedFor(data, day) !== null) return [];
  const inForce = new Map(
    data.cutOffs
      .filter(({ from }) => from <= day)
      .map(({ session, cutOff }) => [session, { session, cutOff }]),
  );
  return [...inForce.values()].toSorted((a, b) => a.cutOff.localeCompare(b.cutOff));
}

function nextCutOff(data: CalendarData, after: Date) {
  for (let day = rollDay(data, isoDay(after)); ; day = rollDay(data, addDays(day, 1))) {
    for (const { session, cutOff } of sessionsOf(data, day)) {
      const at = kampalaInstant(day, cutOff);
      if (at > after) return { day, session, at };
    }
  }
}

/** Reads the calendar: the rules with the days that were announced. */
export async function readCalendar(tx: Tx): Promise<Calendar> {
  const overrides = await tx
    .selectFrom('calendar_overrides')
    .select((eb) => [eb.cast<string>('day', 'text').as('day'), 'kind', 'name'])
    .where('state', '=', 'ANNOUNCED')
    .execute();
  const cutOffs = await tx
    .selectFrom('clearing_sessions')
    .select((eb) => [
      'session',
      eb.cast<string>('valid_from', 'text').as('from'),
      eb.cast<string>('cut_off', 'text').as('cutOff'),
    ])
    .orderBy('valid_from')
    .execute();
  const data: CalendarData = {
    overrides: new Map(overrides.map(({ day, ...override }) => [day, override])),
    cutOffs: cutOffs.map(({ session, from, cutOff }) => ({
      session: session === 'MORNING' ? 'MORNING' : 'AFTERNOON',
      from,
      cutOff: cutOff.slice(0, 5),
    })),
  };
  return {
    closedFor: (day) => closedFor(data, day),
    roll: (day) => rollDay(data, day),
    businessDaysAfter: (day, days) => businessDaysAfter(data, day, days),
    sessionsOf: (day) => sessionsOf(data, day),
    nextCutOff: (after) => nextCutOff(data, after),
  };
}

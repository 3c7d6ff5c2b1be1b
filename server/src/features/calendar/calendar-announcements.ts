import {
  ANNOUNCED_AHEAD_DAYS,
  CALENDAR_OVERRIDE,
  type CalendarOverride,
  calendarOverrideShape,
  listCalendarOverrides,
} from '@tegeka/contract/calendar/calendar-overrides.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse, refuseField, refuseDuplicate } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { type Actor, recordFirstState, transition } from '#platform/state/transition.ts';
import { type Calendar, readCalendar } from './calendar-days.ts';

// Announced days belong to no organization: only the platform's role can read their counts and transitions.

const overrides = (tx: Tx) =>
  tx
    .selectFrom('calendar_overrides')
    .select(['id', 'kind', 'name', 'state', sql<string>`day::text`.as('day')]);

type Row = Awaited<ReturnType<ReturnType<typeof overrides>['execute']>>[number];

const overrideOf = (row: Row, today: string): CalendarOverride =>
  calendarOverrideShape.parse({ ...row, isToCome: row.day > today });

/** The list of announced days, seen from the day `today`. */
export const overrideList = (today: string) =>
  listSource({
    endpoint: listCalendarOverrides,
    entity: 'calendar_overrides',
    states: CALENDAR_OVERRIDE.states,
    rows: overrides,
    item: (row: Row) => overrideOf(row, today),
    id: 'calendar_overrides.id',
    state: 'calendar_overrides.state',
    sorts: { day: ['calendar_overrides.day'] },
  });

/** An announced day; `lock` keeps others from changing it. Refuses NOT_FOUND. */
export async function readOverride(
  tx: Tx,
  id: string,
  today: string,
  lock?: 'lock',
): Promise<CalendarOverride> {
  const row = await overrides(tx)
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => refuse('NOT_FOUND'));
  return overrideOf(row, today);
}

/** Maximum of closed days in a row after a change: what is due must not wait longer. */
const CLOSED_IN_A_ROW = 14;

const CALENDAR_LOCK = 2_308_003;

/** Serializes the changes of the calendar until the transaction ends, so that the maximum holds. */
async function lockCalendar(tx: PlatformTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CALENDAR_LOCK)})`.execute(tx);
}

/** How many days in a row banks are closed once a day is a holiday. */
function closedAround(calendar: Calendar, day: string): number {
  let days = 1;
  for (const step of [-1, 1])
    for (let next = addDays(day, step); calendar.closedFor(next) !== null; days += 1) {
      if (days > CLOSED_IN_A_ROW) return days;
      next = addDays(next, step);
    }
  return days;
}

/** What is wrong with a day, in words; null where it can be announced. */
async function wrongDay(
  tx: Tx,
  { day, kind }: Pick<CalendarOverride, 'day' | 'kind'>,
  today: string,
): Promise<string | null> {
  if (day <= today) return 'Choose a day after today';
  if (day > addDays(today, ANNOUNCED_AHEAD_DAYS)) return 'Choose a day within two years from now';
  if (kind === 'HOLIDAY' && closedAround(await readCalendar(tx), day) > CLOSED_IN_A_ROW)
    return `Banks would be closed for more than ${CLOSED_IN_A_ROW} days in a row`;
  return null;
}

const orDuplicate = refuseDuplicate({
  calendar_overrides_once: ['CALENDAR_DAY_TAKEN', 'day', 'Something is announced for it already'],
});

/** Who does something with an announced day, on which day and when by the wall clock. */
interface Command {
  today: string;
  actor: Actor;
  at: Date;
}

/** Announces a day to come. Refuses INPUT_INVALID and CALENDAR_DAY_TAKEN, each at `day`. */
export async function announce(
  tx: PlatformTx,
  { id, ...input }: Pick<CalendarOverride, 'id' | 'day' | 'kind' | 'name'>,
  { today, actor, at }: Command,
): Promise<CalendarOverride> {
  await lockCalendar(tx);
  const message = await wrongDay(tx, input, today);
  if (message !== null) throw refuseField('day', message);
  const state = 'ANNOUNCED';
  await sql`insert into calendar_overrides (id, day, kind, name, state, created_at)
    values (${id}, ${input.day}::date, ${input.kind}, ${input.name}, ${state}, ${at})`
    .execute(tx)
    .catch(orDuplicate);
  await recordFirstState(tx, CALENDAR_OVERRIDE, { organizationId: null, id, to: state, actor, at });
  return readOverride(tx, id, today);
}

/** Withdraws a day that has not begun. Refuses CALENDAR_DAY_BEGUN and CALENDAR_CLOSED_TOO_LONG. */
export async function withdraw(
  tx: PlatformTx,
  { id, reason }: { id: string; reason: string },
  { today, actor, at }: Command,
): Promise<CalendarOverride> {
  await lockCalendar(tx);
  const before = await readOverride(tx, id, today, 'lock');
  if (!before.isToCome) throw refuse('CALENDAR_DAY_BEGUN');
  if (before.state === 'WITHDRAWN') return before;
  const of = {
    machine: CALENDAR_OVERRIDE,
    table: 'calendar_overrides',
    owner: 'platform',
  } as const;
  await transition(tx, of, { id, to: 'WITHDRAWN', actor, reason, at });
  const calendar = await readCalendar(tx);
  const { day } = before;
  if (calendar.closedFor(day) !== null && closedAround(calendar, day) > CLOSED_IN_A_ROW)
    throw refuse('CALENDAR_CLOSED_TOO_LONG');
  return readOverride(tx, id, today);
}

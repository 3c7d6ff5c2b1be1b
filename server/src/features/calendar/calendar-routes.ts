import {
  announceDay,
  CALENDAR_OVERRIDE,
  getCalendarOverride,
  listCalendarOverrideEvents,
  listCalendarOverrides,
  withdrawAnnouncedDay,
} from '@tegeka/contract/calendar/calendar-overrides.ts';
import {
  type BusinessClock,
  getBusinessClock,
  listClosedDays,
  moveBusinessClock,
} from '@tegeka/contract/calendar/calendar.ts';
import { addDays, isoDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { readHistory } from '#platform/history/history-read.ts';
import type { Caller } from '#platform/http/caller.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf } from '#platform/state/transition.ts';
import { moveClock } from './calendar-clock.ts';
import { readCalendar } from './calendar-days.ts';
import { announce, overrideList, readOverride, withdraw } from './calendar-announcements.ts';
import { businessTime, readClock } from './calendar-store.ts';

/** The business clock lists the closed days among so many days, beginning with today. */
const CLOSED_AHEAD_DAYS = 400;

async function clockOf(
  { config }: AppContext,
  { tx, now: wall, caller }: { tx: Tx; now: Date; caller: Caller },
): Promise<BusinessClock> {
  const { now, movingTo, lastMove } = await readClock(tx, wall);
  const calendar = await readCalendar(tx);
  const { day, session, at } = calendar.nextCutOff(now);
  const ahead = Array.from({ length: CLOSED_AHEAD_DAYS }, (_, n) => addDays(isoDay(now), n));
  return {
    now: now.toISOString(),
    today: isoDay(now),
    movingTo: movingTo?.toISOString() ?? null,
    nextSession: { day, session, at: at.toISOString() },
    closedDays: ahead.filter((one) => calendar.closedFor(one) !== null),
    // `done` counts the work of all merchants: only operators may see it.
    lastMove:
      caller.domain === 'OPERATOR' && lastMove
        ? {
            from: lastMove.from.toISOString(),
            to: lastMove.to.toISOString(),
            done: Object.entries(lastMove.done).map(([what, count]) => ({ what, count })),
          }
        : null,
    canMove: config.environment === 'SANDBOX',
  };
}

/** Today in Kampala by the business clock. */
const todayOf = async ({ tx, now }: { tx: Tx; now: Date }) => isoDay(await businessTime(tx, now));

function overrideRoutes(ctx: AppContext): Route[] {
  const changed = (tx: Tx, day: string) =>
    ctx.domainEvents.record(tx, {
      kind: 'calendar.changed',
      organizationId: null,
      payload: { day },
    });
  return [
    serveAsPlatform(listCalendarOverrides, async (call) =>
      readPage(call.tx, overrideList(await todayOf(call)), call.query),
    ),

    serveAsPlatform(getCalendarOverride, async (call) =>
      readOverride(call.tx, call.params.calendarOverrideId, await todayOf(call)),
    ),

    serveAsPlatform(announceDay, async (call) => {
      const { tx, body, caller, now: at, audit } = call;
      const id = ctx.ids.uuid(at);
      const command = { today: await todayOf(call), actor: actorOf(caller), at };
      const made = await announce(tx, { ...body, id }, command);
      await changed(tx, made.day);
      audit({ entity: CALENDAR_OVERRIDE.entity, entityId: id });
      return made;
    }),

    serveAsPlatform(withdrawAnnouncedDay, async (call) => {
      const { tx, params, body, caller, now: at, audit } = call;
      const { calendarOverrideId: id } = params;
      const command = { today: await todayOf(call), actor: actorOf(caller), at };
      const withdrawn = await withdraw(tx, { id, reason: body.reason }, command);
      await changed(tx, withdrawn.day);
      audit({ entity: CALENDAR_OVERRIDE.entity, entityId: id, reason: body.reason });
      return withdrawn;
    }),

    serveAsPlatform(listCalendarOverrideEvents, async (call) => {
      const { tx, params } = call;
      const { id } = await readOverride(tx, params.calendarOverrideId, await todayOf(call));
      const source = { machine: CALENDAR_OVERRIDE, actions: {} };
      return readHistory(call, source, { id, organization_id: null });
    }),
  ];
}

export function calendarRoutes(ctx: AppContext): Route[] {
  return [
    ...overrideRoutes(ctx),

    serve(getBusinessClock, (asked) => clockOf(ctx, asked)),

    serveAsPlatform(moveBusinessClock, async ({ tx, now, caller, body, audit }) => {
      const to = await moveClock(ctx, tx, body.to);
      audit({
        entity: 'business-clock',
        entityId: 'business-clock',
        reason: `${body.to} ${to.toISOString()}`,
      });
      return clockOf(ctx, { tx, now, caller });
    }),

    serve(listClosedDays, async ({ tx, query: { year } }) => {
      const calendar = await readCalendar(tx);
      const days = Array.from({ length: 366 }, (_, n) => addDays(`${year}-01-01`, n));
      return days
        .filter((day) => day.startsWith(String(year)) && weekdayOf(day) < 6)
        .flatMap((day) => {
          const name = calendar.closedFor(day);
          return name === null ? [] : [{ day, name }];
        });
    }),
  ];
}

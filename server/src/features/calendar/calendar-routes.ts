import {
  type BusinessClock,
  getBusinessClock,
  listClosedDays,
  moveBusinessClock,
} from '@tegeka/contract/calendar.ts';
import { addDays, isoDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import { moveClock } from './calendar-clock.ts';
import { readCalendar } from './calendar-days.ts';
import { readClock } from './calendar-store.ts';

/** So many days from today on it is told on which of them banks are closed. */
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
    // What was done counts the work of all merchants.
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

/** The endpoints of the business clock and the calendar. */
export function calendarRoutes(ctx: AppContext): Route[] {
  return [
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

import {
  type BusinessClock,
  type ClockMove,
  getBusinessClock,
  listClosedDays,
  moveBusinessClock,
} from '@tegeka/contract/calendar.ts';
import { addDays, isoDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import { type Calendar, kampalaInstant, readCalendar } from './calendar-days.ts';
import { beginMove, readClock } from './calendar-store.ts';

/** Work of the morning begins then, after the cut-off of nothing. */
const MORNING = '08:00';

/** Where a move leads. */
function targetOf(move: ClockMove, now: Date, calendar: Calendar): Date {
  if (move === 'NEXT_SESSION') return calendar.nextCutOff(now).at;
  return kampalaInstant(addDays(isoDay(now), move === 'TOMORROW' ? 1 : 7), MORNING);
}

async function clockOf({ config }: AppContext, tx: Tx, wall: Date): Promise<BusinessClock> {
  const { now, movingTo } = await readClock(tx, wall);
  const { day, session, at } = (await readCalendar(tx)).nextCutOff(now);
  return {
    now: now.toISOString(),
    today: isoDay(now),
    movingTo: movingTo?.toISOString() ?? null,
    nextSession: { day, session, at: at.toISOString() },
    canMove: config.environment === 'SANDBOX',
  };
}

/** The endpoints of the business clock and the calendar. */
export function calendarRoutes(ctx: AppContext): Route[] {
  return [
    serve(getBusinessClock, ({ tx, now }) => clockOf(ctx, tx, now)),

    serveAsPlatform(moveBusinessClock, async ({ tx, now: wall, body, audit }) => {
      if (ctx.config.environment !== 'SANDBOX') throw refuse('CLOCK_FIXED');
      const { now } = await readClock(tx, wall);
      const to = targetOf(body.to, now, await readCalendar(tx));
      if (!(await beginMove(tx, to, wall))) throw refuse('CLOCK_MOVING');
      audit({
        entity: 'business-clock',
        entityId: 'business-clock',
        reason: `${body.to} ${to.toISOString()}`,
      });
      return clockOf(ctx, tx, wall);
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

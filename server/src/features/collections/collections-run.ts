import { businessTime } from '#features/calendar/calendar-store.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { amountDue, dueDays } from '@tegeka/contract/mandates/schedule-days.ts';
import { type Calendar, readCalendar } from '#features/calendar/calendar-days.ts';
import {
  type CollectableMandate,
  lockDue,
  MADE_AHEAD_DAYS,
  setCollectNext,
} from '#features/mandates/collecting/mandates-collecting.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DueWork } from '#platform/jobs/due-work.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { makeCollections, type NewCollection } from './collections-making.ts';
import { markRun, nextToRun, runMoment } from './collections-sessions.ts';

/** Mandates that one transaction makes collections for. */
const BATCH = 1000;
/** Days that one look at a mandate finds at most. */
const DAYS_MOST = 40;

/** The day on which something due can be debited: after the notice, on a business day. */
export function collectionDay(
  calendar: Calendar,
  { dueOn, today, noticeDays }: { dueOn: string; today: string; noticeDays: number },
): string {
  const told = addDays(today, noticeDays);
  return calendar.roll(dueOn > told ? dueOn : told);
}

/** What a mandate makes due up to a day, and the first day after it. */
function dueOf(mandate: CollectableMandate, calendar: Calendar, today: string) {
  const { schedule, start, end, noticeDays, collectNextOn } = mandate;
  const until = addDays(today, noticeDays + MADE_AHEAD_DAYS);
  const from = collectNextOn ?? addDays(until, 1);
  const days = dueDays(schedule, { start, end }, from, DAYS_MOST);
  const wanted = days.flatMap(({ day, index }): NewCollection[] => {
    const amount = amountDue(schedule, mandate.amount, index);
    if (day > until || amount === null) return [];
    const collectOn = collectionDay(calendar, { dueOn: day, today, noticeDays });
    const dueKey = `S:${day}`;
    return [{ mandate, amount, dueOn: day, collectOn, dueKey, origin: 'SCHEDULE' }];
  });
  return { wanted, next: days.find(({ day }) => day > until)?.day ?? null };
}

/** Makes the collections of some mandates; gives how many mandates it were, and how many collections. */
function runSome(ctx: AppContext, at: Date) {
  return ctx.db.asPlatform('collections that are due are made', async (tx) => {
    const today = isoDay(at);
    const calendar = await readCalendar(tx);
    const mandates = await lockDue(tx, today, BATCH);
    const due = mandates.map((mandate) => dueOf(mandate, calendar, today));
    const wanted = due.flatMap((one) => one.wanted);
    const makings = await makeCollections(ctx, tx, wanted, {
      actor: SYSTEM,
      at,
      onRefusal: 'REJECT',
    });
    // A mandate whose number or sum of debits is used up has nothing more to come.
    const usedUp = new Set(
      makings.flatMap((making, n) =>
        'refused' in making && (making.limit === 'COUNT' || making.limit === 'TOTAL')
          ? [wanted[n]?.mandate.id]
          : [],
      ),
    );
    const next = mandates.map(({ id, organizationId }, n) => ({
      id,
      organizationId,
      day: usedUp.has(id) ? null : (due[n]?.next ?? null),
    }));
    await setCollectNext(tx, next);
    const created = makings.filter((making) => 'id' in making).length;
    return { looked: mandates.length, created };
  });
}

/** Makes what the schedules of mandates make due, once for each session, an hour before its cut-off. */
export const collectionsRun: DueWork = {
  next: async (tx, { clock }) =>
    runMoment(await nextToRun(tx, await businessTime(tx, clock.now()))),
  run: async (ctx, at) => {
    let total = 0;
    for (let looked = BATCH; looked === BATCH;) {
      const some = await runSome(ctx, at);
      total += some.created;
      ({ looked } = some);
    }
    await ctx.db.asPlatform('a session has its collections', async (tx) => {
      const session = await nextToRun(tx, at);
      if (runMoment(session) <= at) await markRun(tx, session, { created: total, at });
    });
    return { 'Collections made': total };
  },
};

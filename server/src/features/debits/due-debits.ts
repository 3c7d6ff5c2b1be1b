import { businessTime } from '#features/calendar/calendar-store.ts';
import { addDays, DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { amountDue, dueDaysFrom } from '@tegeka/contract/mandates/schedule-days.ts';
import { sql } from 'kysely';
import { type Calendar, readCalendar } from '#features/calendar/calendar-days.ts';
import {
  type CollectableMandate,
  lockDue,
  MADE_AHEAD_DAYS,
  setCollectNext,
} from '#features/mandates/collection/mandates-collectable.ts';
import {
  completeMandates,
  lockScheduleEnded,
} from '#features/mandates/collection/mandates-outcomes.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DueWork, inBatches } from '#platform/jobs/due-work.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { IS_OPEN } from './limits/debits-limits.ts';
import { insertDebits } from './debits-insertion.ts';
import type { NewDebit } from './limits/debits-checks.ts';
import { collectionDay } from './limits/debits-requests.ts';
import { endRetriesWithoutRoom } from './debits-retries.ts';
import { reviewBlocked } from './obstacles/debits-obstacles.ts';
import { markRun, nextToRun, runMoment } from './debits-sessions.ts';

const BATCH = 1000;

/**
 * What a mandate makes due up to a day, and the first nominal day after it. The days of a disabled customer
 * are skipped, as those of a paused mandate are.
 */
function dueOf(mandate: CollectableMandate, calendar: Calendar, today: string) {
  const { schedule, start, end, noticeDays, collectNextOn } = mandate;
  const until = addDays(today, noticeDays + MADE_AHEAD_DAYS);
  const from = collectNextOn ?? addDays(until, 1);
  const wanted: NewDebit[] = [];
  let next: string | null = null;
  for (const { day, index } of dueDaysFrom(schedule, { start, end }, from)) {
    if (day > until) {
      next = day;
      break;
    }
    const amount = amountDue(schedule, mandate.amount, index);
    if (amount === null) continue;
    const collectOn = collectionDay(calendar, { dueOn: day, today, noticeDays });
    const dueKey = `S:${day}`;
    const origin = 'SCHEDULE';
    wanted.push({ mandate, amount, dueOn: day, collectOn, dueKey, origin, retried: false });
  }
  return mandate.customerIsActive
    ? { wanted, next, skipped: false }
    : { wanted: [], next, skipped: wanted.length > 0 };
}

/** Makes the debits of a batch of mandates. Returns the numbers of mandates and of debits. */
function runBatch(ctx: AppContext, at: Date) {
  return ctx.db.asPlatform('debits that are due are made', async (tx) => {
    const today = isoDay(at);
    const calendar = await readCalendar(tx);
    const mandates = await lockDue(tx, today, BATCH);
    const due = mandates.map((mandate) => dueOf(mandate, calendar, today));
    const wanted = due.flatMap((one) => one.wanted);
    // What the schedule takes goes before retries.
    await endRetriesWithoutRoom(tx, mandates, at);
    const results = await insertDebits(ctx, tx, wanted, {
      actor: SYSTEM,
      at,
      onRefusal: 'REJECT',
    });
    // Once the limit of number or sum is used up, the schedule of a mandate ends.
    const usedUp = new Set(
      results.flatMap((result, n) =>
        'refused' in result && (result.limit === 'COUNT' || result.limit === 'TOTAL')
          ? [wanted[n]?.mandate.id]
          : [],
      ),
    );
    const next = mandates.map(({ id, organizationId }, n) => ({
      id,
      organizationId,
      day: usedUp.has(id) ? null : (due[n]?.next ?? null),
      skipped: due[n]?.skipped ?? false,
    }));
    await setCollectNext(tx, next, at);
    const created = results.filter((result) => 'id' in result).length;
    return { looked: mandates.length, created };
  });
}

const ENDED_BATCH = 100;
/**
 * Time for a business to collect manually what was cancelled, could not be sent or was missed by a pause, and
 * to retry what failed; time also for returned debits to be collected again.
 */
const BY_HAND_MS = 7 * DAY_MS;

/** Completes mandates whose schedule has ended, some days after their last outcome. Returns how many. */
async function endSchedules(ctx: AppContext, at: Date): Promise<number> {
  const since = new Date(at.getTime() - BY_HAND_MS);
  const condition = sql<boolean>`mandates.updated_at <= ${since} and not exists (select from debits c
    where c.organization_id = mandates.organization_id and c.mandate_id = mandates.id
      and (${IS_OPEN} or c.updated_at > ${since}))`;
  return inBatches(ENDED_BATCH, () =>
    ctx.db.asPlatform('mandates with nothing to come end', async (tx) => {
      const ids = await lockScheduleEnded(tx, { condition, max: ENDED_BATCH });
      await completeMandates(ctx, tx, ids, { actor: SYSTEM, at });
      return ids.length;
    }),
  );
}

/** Makes what the schedules of mandates make due, once for each session, an hour before its cut-off. */
export const dueDebitCreation: DueWork = {
  next: async (tx, { clock }) =>
    runMoment(await nextToRun(tx, await businessTime(tx, clock.now()))),
  run: async (ctx, at) => {
    await reviewBlocked(ctx);
    let total = 0;
    await inBatches(BATCH, async () => {
      const { looked, created } = await runBatch(ctx, at);
      total += created;
      return looked;
    });
    await ctx.db.asPlatform('a session has its debits', async (tx) => {
      const session = await nextToRun(tx, at);
      if (runMoment(session) <= at) await markRun(tx, session, { created: total, at });
    });
    return { 'Debits made': total, 'Mandates completed': await endSchedules(ctx, at) };
  },
};

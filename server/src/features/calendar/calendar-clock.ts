import type { ClockMove } from '@tegeka/contract/calendar/calendar.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { type DueWork, firstDue } from '#platform/jobs/due-work.ts';
import { type Poller, startPoller } from '#platform/jobs/poller.ts';
import { refuse } from '#platform/http/refusal.ts';
import { describeError } from '#platform/log.ts';
import { kampalaInstant, readCalendar } from './calendar-days.ts';
import { addDone, beginMove, readClock, setClock } from './calendar-store.ts';

/**
 * Returns the next due work, and sets a moving clock to its time. A moving clock never passes work that failed
 * in this round, not even work that failed before the move began: otherwise it could miss a cut-off.
 */
async function step(
  ctx: AppContext,
  works: readonly DueWork[],
  leftOut: ReadonlySet<DueWork>,
): Promise<'moved' | 'done' | { at: Date; work: DueWork }> {
  return ctx.db.asPlatform('work that is due by the business clock', async (tx: PlatformTx) => {
    const wall = ctx.clock.now();
    const { now, movingTo } = await readClock(tx, wall);
    if (movingTo !== null && leftOut.size > 0) return 'done';
    const left = works.filter((work) => !leftOut.has(work));
    const first = await firstDue(ctx, tx, left, movingTo ?? now);
    if (first === null && movingTo === null) return 'done';
    // What was overdue before the move does not set the clock back.
    const at = first === null ? movingTo : first.at;
    if (movingTo !== null && at !== null) await setClock(tx, { at, wall, arrived: first === null });
    return first ?? 'moved';
  });
}

/** Maximum of steps in a round, since a server that stops waits for the end of the round. */
const STEPS_MAX = 10_000;

const FAILED = 'work that is due failed, next attempt in a second';

/**
 * Runs everything that is due, in order, and moves a moving clock to its target. Work that fails, or that
 * another server is doing, is skipped until the next round. It does not block other work, except while the
 * clock is moving.
 */
async function runDueWork(ctx: AppContext, works: readonly DueWork[]): Promise<void> {
  const leftOut = new Set<DueWork>();
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const next = await step(ctx, works, leftOut);
    if (next === 'done') return;
    if (next === 'moved') continue;
    try {
      const done = await next.work.run(ctx, next.at, () => leftOut.add(next.work));
      await ctx.db.asPlatform('what is done while the clock is moved', (tx) => addDone(tx, done));
    } catch (error) {
      ctx.log.warn(describeError(error), FAILED);
      leftOut.add(next.work);
    }
  }
}

/** Starts the poller of due work, once a second by default. */
export function startDueWork(ctx: AppContext, works: readonly DueWork[]): Poller {
  return startPoller(ctx, FAILED, () => runDueWork(ctx, works));
}

/** Time in Kampala that TOMORROW and WEEK move the clock to, before the first cut-off of the day. */
const MORNING = '08:00';

/**
 * Begins to move the business clock. Returns its target; what is due until then is done in order.
 * Refuses CLOCK_FIXED outside the sandbox, and CLOCK_MOVING.
 */
export async function moveClock(
  { config, clock }: AppContext,
  tx: Tx,
  move: ClockMove,
): Promise<Date> {
  if (config.environment !== 'SANDBOX') throw refuse('CLOCK_FIXED');
  const wall = clock.now();
  const { now } = await readClock(tx, wall);
  const to =
    move === 'NEXT_SESSION'
      ? (await readCalendar(tx)).nextCutOff(now).at
      : kampalaInstant(addDays(isoDay(now), move === 'TOMORROW' ? 1 : 7), MORNING);
  if (!(await beginMove(tx, { from: now, to, wall }))) throw refuse('CLOCK_MOVING');
  return to;
}

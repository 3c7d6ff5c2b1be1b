import type { ClockMove } from '@tegeka/contract/calendar/calendar.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { type DueWork, firstDue } from '#platform/jobs/due-work.ts';
import { type Rounds, startRounds } from '#platform/jobs/rounds.ts';
import { refuse } from '#platform/http/refusal.ts';
import { describeError } from '#platform/log.ts';
import { kampalaInstant, readCalendar } from './calendar-days.ts';
import { addDone, beginMove, readClock, setClock } from './calendar-store.ts';

/**
 * One thing that is due, and the moment at which the clock then stands. A moving clock waits for what is left
 * out, also where it was left out before the move began: led on, it would miss a cut-off that fails once.
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

/** So many things a round: a server that stops does not wait for more. */
const STEPS_MAX = 10_000;

const FAILED = 'work that is due failed, next attempt in a second';

/**
 * Does everything that is due, in its order; leads a moving clock to where it is moved. Work that fails, and
 * work that waits for another server, is left out until the next round: it keeps no other work waiting,
 * unless the clock is moved.
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

/** Looks once a second whether something is due. */
export function startDueWork(ctx: AppContext, works: readonly DueWork[]): Rounds {
  return startRounds(ctx, FAILED, () => runDueWork(ctx, works));
}

/** Work of the morning begins then, after the cut-off of nothing. */
const MORNING = '08:00';

/**
 * Begins to move the business clock, and gives where to; what is due until then is done in order.
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

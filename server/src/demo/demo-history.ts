import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import pg from 'pg';
import { beginMove, readClock, setClock } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';

/**
 * Sets the business clock of an empty database so many days back, where the history begins, before a server works
 * by it. As the owner of the tables: no server can set the clock back.
 */
export async function beginInThePast(ownerUrl: string, days: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `update business_clock set ahead_ms = $1 where ahead_ms = 0 and target_at is null
        and not exists (select from accounts)`,
      [-days * DAY_MS],
    );
  } finally {
    await client.end();
  }
}

const WHY = 'the history of the demo';
const LOOK_MS = 100;

/** The business clock, and whether it is still in the history. */
export function readHistory(ctx: AppContext) {
  return ctx.db.asPlatform(WHY, async (tx) => {
    const wall = ctx.clock.now();
    const { now, movingTo } = await readClock(tx, wall);
    // A clock that stands at the wall's is some milliseconds off at most.
    return { now, movingTo, behindMs: Math.max(0, wall.getTime() - now.getTime()) };
  });
}

/** Leads the clock to a moment; everything that is due until then happens in order. */
export async function playUntil(ctx: AppContext, to: Date): Promise<void> {
  await ctx.db.asPlatform(WHY, async (tx) => {
    const wall = ctx.clock.now();
    const { now: from } = await readClock(tx, wall);
    if (from < to) await beginMove(tx, { from, to, wall });
  });
  while ((await readHistory(ctx)).movingTo !== null) await setTimeout(LOOK_MS);
}

/** Ends the history: from now on the business clock is the wall's. */
export async function endHistory(ctx: AppContext): Promise<void> {
  await playUntil(ctx, ctx.clock.now());
  await ctx.db.asPlatform(WHY, async (tx) => {
    const wall = ctx.clock.now();
    await setClock(tx, { at: wall, wall, arrived: true });
  });
}

import { setTimeout } from 'node:timers/promises';
import { beginMove, readClock, setClock, turnBack } from '#features/calendar/calendar-store.ts';
import { hasAccounts } from '#identity/accounts/accounts-store.ts';
import type { RunningApp } from '#app.ts';
import type { Database } from '#platform/database/database.ts';
import { readHistory } from './demo-pages.ts';

/** The server whose history is played, until it stops. */
export type DemoApp = Pick<RunningApp, 'ctx' | 'doDue'> & { stopping: AbortSignal };

const WHY = 'the history of the demo';
const LOOK_MS = 100;

/**
 * Sets the business clock of an empty database so many days back, where the history begins, before a
 * server works by it.
 */
export async function beginInThePast(db: Database, days: number): Promise<void> {
  await db.asPlatform(WHY, async (tx) => {
    if (!(await hasAccounts(tx))) await turnBack(tx, days);
  });
}

/** Moves the clock to a moment; everything that is due until then happens in order. */
export async function advanceClockTo({ ctx, doDue, stopping }: DemoApp, to: Date): Promise<void> {
  await ctx.db.asPlatform(WHY, async (tx) => {
    const wall = ctx.clock.now();
    const { now: from } = await readClock(tx, wall);
    if (from < to) await beginMove(tx, { from, to, wall });
  });
  for (await doDue(); (await readHistory(ctx)).movingTo !== null; await doDue())
    await setTimeout(LOOK_MS, null, { signal: stopping });
}

/** Ends the history: from now on the business clock is the wall's. */
export async function endHistory(app: DemoApp): Promise<void> {
  const { ctx } = app;
  await advanceClockTo(app, ctx.clock.now());
  await ctx.db.asPlatform(WHY, async (tx) => {
    const wall = ctx.clock.now();
    await setClock(tx, { at: wall, wall, arrived: true });
  });
}

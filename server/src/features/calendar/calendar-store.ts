import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { DueDone } from '#platform/jobs/due-work.ts';

/** The time of the business clock at a moment of the wall clock. */
export async function businessTime(tx: Tx, wall: Date): Promise<Date> {
  const { ahead_ms } = await tx
    .selectFrom('business_clock')
    .select('ahead_ms')
    .executeTakeFirstOrThrow();
  return new Date(wall.getTime() + Number(ahead_ms));
}

interface ClockMoved {
  from: Date;
  to: Date;
  done: DueDone;
}

/** The clock, where it is being moved to, and its newest move; null where there is none. */
export async function readClock(
  tx: Tx,
  wall: Date,
): Promise<{ now: Date; movingTo: Date | null; lastMove: ClockMoved | null }> {
  const row = await tx
    .selectFrom('business_clock')
    .select(['ahead_ms', 'target_at', 'moved_from', 'moved_to'])
    .select(sql<DueDone>`done`.as('done'))
    .executeTakeFirstOrThrow();
  const { moved_from: from, moved_to: to, done } = row;
  return {
    now: new Date(wall.getTime() + Number(row.ahead_ms)),
    movingTo: row.target_at,
    lastMove: from && to ? { from, to, done } : null,
  };
}

/** Begins to move the clock; false where it is being moved already. */
export async function beginMove(
  tx: Tx,
  { from, to, wall }: { from: Date; to: Date; wall: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('business_clock')
    .set({ target_at: to, moved_from: from, moved_to: to, done: '{}', updated_at: wall })
    .where('target_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets the clock forward to an instant; it never goes back. */
export async function setClock(
  tx: PlatformTx,
  { at, wall, arrived }: { at: Date; wall: Date; arrived: boolean },
): Promise<void> {
  const ahead = at.getTime() - wall.getTime();
  await tx
    .updateTable('business_clock')
    .set((eb) => ({
      ahead_ms: eb.fn<string>('greatest', ['ahead_ms', eb.val(ahead)]),
      updated_at: wall,
      ...(arrived && { target_at: null }),
    }))
    .execute();
}

/** Adds to the counts of work done while the clock moves. If a server is killed they may miss a step. */
export async function addDone(tx: PlatformTx, done: DueDone): Promise<void> {
  await sql`
    update business_clock set done = done || (
      select coalesce(jsonb_object_agg(key, coalesce((done ->> key)::integer, 0) + value::integer), '{}')
      from jsonb_each_text(${JSON.stringify(done)}) where value <> '0')
    where target_at is not null`.execute(tx);
}

/** Sets a clock that was never moved so many days back: for the history of a demo alone. */
export async function turnBack(tx: PlatformTx, days: number): Promise<void> {
  await tx
    .updateTable('business_clock')
    .set({ ahead_ms: -days * DAY_MS })
    .where('ahead_ms', '=', '0')
    .where('target_at', 'is', null)
    .execute();
}

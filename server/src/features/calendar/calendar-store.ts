import type { PlatformTx, Tx } from '#platform/database/database.ts';

/** The time of the business clock at a moment of the wall clock. */
export async function businessTime(tx: Tx, wall: Date): Promise<Date> {
  const { ahead_ms } = await tx
    .selectFrom('business_clock')
    .select('ahead_ms')
    .executeTakeFirstOrThrow();
  return new Date(wall.getTime() + Number(ahead_ms));
}

/** How the clock stands, and where it is being moved to; null where it is not. */
export async function readClock(tx: Tx, wall: Date): Promise<{ now: Date; movingTo: Date | null }> {
  const row = await tx
    .selectFrom('business_clock')
    .select(['ahead_ms', 'target_at'])
    .executeTakeFirstOrThrow();
  return { now: new Date(wall.getTime() + Number(row.ahead_ms)), movingTo: row.target_at };
}

/** Begins to move the clock; false where it is being moved already. */
export async function beginMove(tx: Tx, to: Date, wall: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('business_clock')
    .set({ target_at: to, updated_at: wall })
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

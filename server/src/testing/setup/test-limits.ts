import type { AppContext } from '#platform/app-context.ts';

/** Counts as many calls as a limit of a minute or more has: the next one is refused. */
export async function useUp(
  { db, limits }: AppContext,
  name: string,
  { key, points }: { key: string; points: number },
): Promise<void> {
  await db.asPlatform('test', async (tx) => {
    for (let n = 0; n < points; n += 1) await limits.takeIn(tx, name, key, { points, seconds: 60 });
  });
}

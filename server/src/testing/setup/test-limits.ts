import type { AppContext } from '#platform/app-context.ts';

/** Uses up a rate limit whose window is at least a minute: the next call is refused. */
export async function useUp(
  { db, limits }: AppContext,
  name: string,
  { key, points }: { key: string; points: number },
): Promise<void> {
  await db.asPlatform('test', async (tx) => {
    for (let n = 0; n < points; n += 1)
      await limits.consumeIn(tx, name, key, { points, seconds: 60 });
  });
}

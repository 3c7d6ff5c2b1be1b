import type { Clock } from '#platform/clock.ts';

/**
 * Caches the text of an answer in this process for the given seconds. When it has expired, one
 * call refreshes it for all that wait. Failures are not cached.
 */
export function cacheAnswer(clock: Clock, seconds: number) {
  let cached: { text: string; until: number } | null = null;
  let asking: Promise<string> | null = null;
  return (ask: () => Promise<string>): Promise<string> => {
    const now = clock.now().getTime();
    if (cached && now < cached.until) return Promise.resolve(cached.text);
    asking ??= ask()
      .then((text) => {
        cached = { text, until: now + seconds * 1000 };
        return text;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };
}

import type { Clock } from '#platform/clock.ts';

/**
 * Keeps the text of an answer in this process for so many seconds. When it has grown old one call
 * asks for all that wait; an answer that could not be had is not kept.
 */
export function cacheAnswer(clock: Clock, seconds: number) {
  let kept: { text: string; until: number } | null = null;
  let asking: Promise<string> | null = null;
  return (ask: () => Promise<string>): Promise<string> => {
    const now = clock.now().getTime();
    if (kept && now < kept.until) return Promise.resolve(kept.text);
    asking ??= ask()
      .then((text) => {
        kept = { text, until: now + seconds * 1000 };
        return text;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };
}

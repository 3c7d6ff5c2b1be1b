import { describeError, type Log } from '#platform/log.ts';

/** Work that is done again and again while the server runs. */
export interface Rounds {
  /** No further round begins; waits for the running one. */
  stop(): Promise<void>;
}

const PERIOD_MS = 1000;

/** Does work once a second, one round at a time; after one that fails, which is logged, comes the next. */
export function everySecond(log: Log, failed: string, work: () => Promise<void>): Rounds {
  let round = Promise.resolve();
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    round = work()
      .catch((error: unknown) => log.warn(describeError(error), failed))
      .finally(() => {
        running = false;
      });
  }, PERIOD_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}

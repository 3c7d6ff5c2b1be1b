import type { AppContext } from '#platform/app-context.ts';
import { describeError } from '#platform/log.ts';

/** Work that is done again and again while the server runs. */
export interface Rounds {
  /** Begins a round at once unless one is running; waits for its end. */
  now(): Promise<void>;
  /** No further round begins; waits for the running one. */
  stop(): Promise<void>;
}

/**
 * Runs work once a second, or as often as `roundMs` says. Rounds do not overlap. One that fails is
 * logged, and the next one runs as usual. Long work must watch the signal, aborted when the server stops.
 */
export function startRounds(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  failed: string,
  work: (stopping: AbortSignal) => Promise<void>,
): Rounds {
  let round = Promise.resolve();
  let running = false;
  const ending = new AbortController();
  const now = () => {
    if (running) return round;
    running = true;
    round = work(ending.signal)
      .catch((error: unknown) => log.warn(describeError(error), failed))
      .finally(() => {
        running = false;
      });
    return round;
  };
  const timer = setInterval(() => void now(), config.roundMs);
  return {
    now,
    stop: async () => {
      clearInterval(timer);
      ending.abort();
      await round;
    },
  };
}

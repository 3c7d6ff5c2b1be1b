import type { AppContext } from '#platform/app-context.ts';
import { describeError } from '#platform/log.ts';

/** Work that is done again and again while the server runs. */
export interface Poller {
  /** Polls at once unless a poll is running; waits for its end. */
  now(): Promise<void>;
  /** No further poll begins; waits for the running one. */
  stop(): Promise<void>;
}

/**
 * Runs work once a second, or as often as `pollMs` says. Polls do not overlap. One that fails is
 * logged, and the next one runs as usual. Long work must watch the signal, aborted when the server stops.
 */
export function startPoller(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  failed: string,
  work: (stopping: AbortSignal) => Promise<void>,
): Poller {
  let poll = Promise.resolve();
  let running = false;
  const ending = new AbortController();
  const now = () => {
    if (running) return poll;
    running = true;
    poll = work(ending.signal)
      .catch((error: unknown) => log.warn(describeError(error), failed))
      .finally(() => {
        running = false;
      });
    return poll;
  };
  const timer = setInterval(() => void now(), config.pollMs);
  return {
    now,
    stop: async () => {
      clearInterval(timer);
      ending.abort();
      await poll;
    },
  };
}

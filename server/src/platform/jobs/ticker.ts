import type { AppContext } from '#platform/app-context.ts';
import { describeError } from '#platform/log.ts';

const PERIOD = 1000;

/** Passes pending domain events, messages and tasks to their jobs, once a second, without overlap. */
export function startTicker({ domainEvents, notifications, tasks, log }: AppContext): {
  stop(): void;
} {
  let running = false;
  const round = async () => {
    if (running) return;
    running = true;
    try {
      await domainEvents.dispatch();
      await notifications.dispatch();
      await tasks.dispatch();
    } catch (error) {
      log.warn(
        describeError(error),
        'domain events, messages and tasks could not be dispatched, next attempt in a second',
      );
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void round(), PERIOD);
  return { stop: () => clearInterval(timer) };
}

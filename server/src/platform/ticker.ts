import type { Frame } from './frame.ts';
import { describeError } from './log.ts';

const PERIOD = 1000;

/** Hands waiting news and post to their jobs, once a second, one round at a time. */
export function startTicker({ news, post, log }: Frame): { stop(): void } {
  let running = false;
  const round = async () => {
    if (running) return;
    running = true;
    try {
      await news.dispatch();
      await post.dispatch();
    } catch (error) {
      log.warn(describeError(error), 'post and news wait');
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void round(), PERIOD);
  return { stop: () => clearInterval(timer) };
}

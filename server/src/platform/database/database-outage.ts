import type { Log } from '#platform/log.ts';
import { describesOutage } from './database.ts';

/** A log that says once that the database is away, and once that it is back. */
export interface OutageLog {
  log: Log;
  /** Called when the database has answered. */
  onAnswer: () => void;
}

/**
 * Makes an outage of the database two lines of the log, at level 50 when it begins and at level 40 when it
 * is over, whatever fails meanwhile: calls, jobs and pollers. Their own lines are at level 20.
 */
export function openOutageLog(log: Log): OutageLog {
  let isAway = false;
  const during = (write: Log['error']) => (entry: object, message: string) => {
    if (!describesOutage(entry)) return write(entry, message);
    log.debug(entry, message);
    if (isAway) return;
    isAway = true;
    log.error(entry, 'the database cannot be reached');
  };
  return {
    log: {
      debug: (entry, message) => log.debug(entry, message),
      info: (entry, message) => log.info(entry, message),
      warn: during((entry, message) => log.warn(entry, message)),
      error: during((entry, message) => log.error(entry, message)),
    },
    onAnswer: () => {
      if (!isAway) return;
      isAway = false;
      log.warn({}, 'the database can be reached again');
    },
  };
}

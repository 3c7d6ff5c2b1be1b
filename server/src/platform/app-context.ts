import type { Config } from '#config.ts';
import type { BulkLoad } from './database/bulk-load.ts';
import type { Clock, Ids } from './clock-and-ids.ts';
import type { Database } from './database/database.ts';
import type { Files } from './files/stored-files.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Keys } from './security/keys.ts';
import type { Limits } from './http/limits.ts';
import type { ListExports } from './lists/list-export.ts';
import type { Log } from './log.ts';
import type { DomainEvents } from './events/domain-events.ts';
import type { Notifications } from './notifications/notifications.ts';
import type { Tasks } from './tasks/tasks.ts';

/** What every module gets: configuration, database, clock, ids and services. Tests replace any of them. */
export interface AppContext {
  config: Config;
  db: Database;
  bulk: BulkLoad;
  clock: Clock;
  ids: Ids;
  keys: Keys;
  log: Log;
  notifications: Notifications;
  files: Files;
  exports: ListExports;
  limits: Limits;
  domainEvents: DomainEvents;
  jobs: Jobs;
  tasks: Tasks;
}

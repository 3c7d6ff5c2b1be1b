import type { Config } from '#config.ts';
import type { Bulk } from './bulk.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Files } from './stored-files.ts';
import type { Ids } from './ids.ts';
import type { Jobs } from './jobs.ts';
import type { Keys } from './keys.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { News } from './news.ts';
import type { Post } from './post.ts';

/** What every room is handed: the outside world, time and chance, all replaceable in tests. */
export interface Frame {
  config: Config;
  db: Database;
  bulk: Bulk;
  clock: Clock;
  ids: Ids;
  keys: Keys;
  log: Log;
  post: Post;
  files: Files;
  limits: Limits;
  news: News;
  jobs: Jobs;
}

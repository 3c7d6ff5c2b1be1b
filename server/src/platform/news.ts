import type { Clock } from './clock.ts';
import type { Database, Tx } from './database.ts';
import type { Jobs } from './jobs.ts';
import { describeError, type Log } from './log.ts';

/** Something that happened, recorded in the transaction in which it happened. */
export interface NewsItem {
  /** What, in the past tense: `merchant.approved`. */
  kind: string;
  organizationId: string | null;
  payload: Record<string, unknown>;
}

/** News goes up: a feature records, later rooms subscribe in app.ts. */
export interface News {
  record(tx: Tx, item: NewsItem): Promise<void>;
  /** Subscribes a job to a kind of news: at least once, with retries. */
  on(kind: string, name: string, work: (item: NewsItem) => Promise<void>): Promise<void>;
  /** Hands waiting news to the jobs of their subscribers. */
  dispatch(): Promise<void>;
}

const BATCH = 100;

/** Opens the news: a transactional outbox whose rows become jobs. */
export function openNews(db: Database, jobs: Jobs, clock: Clock, log: Log): News {
  const queues = new Map<string, string[]>();
  const dispatch = () =>
    db.asPlatform('dispatch news', async (tx) => {
      const waiting = await tx
        .selectFrom('news')
        .select(['id', 'kind', 'organization_id', 'payload'])
        .where('dispatched_at', 'is', null)
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      if (waiting.length === 0) return;
      for (const { id, kind, organization_id: organizationId, payload } of waiting) {
        for (const queue of queues.get(kind) ?? []) {
          // The news' own number keeps a second hand-over, after a crash in between, from counting.
          await jobs.send(queue, { kind, organizationId, payload }, `${queue}:${id}`);
        }
      }
      await tx
        .updateTable('news')
        .set({ dispatched_at: clock.now() })
        .where(
          'id',
          'in',
          waiting.map(({ id }) => id),
        )
        .execute();
    });
  return {
    record: async (tx, { kind, organizationId, payload }) => {
      await tx
        .insertInto('news')
        .values({
          ...{ kind, organization_id: organizationId },
          ...{ payload: JSON.stringify(payload), at: clock.now() },
        })
        .execute();
    },
    on: async (kind, name, work) => {
      const queue = `${kind}/${name}`;
      queues.set(kind, [...(queues.get(kind) ?? []), queue]);
      await jobs.work<NewsItem>(queue, work);
    },
    dispatch: () =>
      dispatch().catch((error: unknown) => log.warn(describeError(error), 'news wait')),
  };
}

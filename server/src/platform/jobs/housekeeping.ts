import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { Database } from '#platform/database/database.ts';
import type { Feature } from '#platform/feature.ts';
import { foldCounts } from '#platform/lists/list-page.ts';
import { MESSAGE_CHANNELS } from '#platform/notifications/notification-transports.ts';
import { inBatches } from './due-work.ts';
import { type Poller, startPoller } from './poller.ts';
import { temporaryFolderOf } from '#platform/files/uploads.ts';

/** Rows that are deleted in one transaction. */
const BATCH = 5000;

const DAY = 24 * 60 * 60 * 1000;
/** A program that was off over a weekend can still send its changes again. */
const KEEP_IDEMPOTENCY = 7 * DAY;

/** Tables whose rows expire: the column of their age, which has an index, and how long they are kept. */
const EXPIRING = [
  { table: 'idempotency', column: 'created_at', keep: KEEP_IDEMPOTENCY },
  { table: 'limits', column: 'ends_at', keep: 0 },
  { table: 'messages', column: 'created_at', keep: 90 * DAY },
  { table: 'one_time_codes', column: 'expires_at', keep: DAY },
  { table: 'message_counts', column: 'day', keep: 90 * DAY },
  { table: 'domain_events', column: 'dispatched_at', keep: 30 * DAY },
] as const;

/** An upload takes minutes. Older files were left by a server that was killed. */
const KEEP_UPLOAD = DAY;

async function sweepUploads(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const left = path.join(folder, name);
    // Another process may remove it at the same time.
    const found = await stat(left).catch(() => null);
    if (found && found.mtime < before) await rm(left, { recursive: true, force: true });
  }
}

/** Deletes the rows of a table that are older, in bounded batches: each ends within the statement timeout. */
async function deleteExpired(
  db: Database,
  { table, column }: (typeof EXPIRING)[number],
  before: Date,
): Promise<void> {
  await inBatches(BATCH, () =>
    db.asPlatform(`housekeeping of ${table}`, async (tx) => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before}
          order by ${sql.ref(column)} limit ${sql.lit(BATCH)} for update skip locked))`.execute(tx);
      return Number(numAffectedRows);
    }),
  );
}

type Cleaned = readonly Pick<Feature, 'name' | 'cleanUp'>[];

/**
 * Schedules the cleanup: idempotency keys, expired rate limits, old messages and events, unused files, and what the
 * features clean up.
 */
export async function startHousekeeping(ctx: AppContext, features: Cleaned): Promise<void> {
  await ctx.jobs.every('housekeeping', '17 * * * *', () => cleanUp(ctx, features));
  await ctx.jobs.every('state-counts', '*/5 * * * *', () =>
    ctx.db.asPlatform('fold state counts', foldCounts),
  );
}

export async function cleanUp(
  { config, db, clock, files }: AppContext,
  features: Cleaned,
): Promise<void> {
  const now = clock.now().getTime();
  const before = (age: number) => new Date(now - age);
  await sweepUploads(temporaryFolderOf(config.dataDir), before(KEEP_UPLOAD));
  for (const expiring of EXPIRING) await deleteExpired(db, expiring, before(expiring.keep));
  for (const { name, cleanUp: clean } of features) {
    if (clean) await db.asPlatform(`housekeeping of ${name}`, (tx) => clean(tx, new Date(now)));
  }
  await files.sweep(db);
}

/**
 * True if a domain event or a due task waits. Most polls find nothing and so run one query instead of
 * two. `order by` makes the planner use the partial indexes, whatever the statistics of the tables.
 */
function isAnyWaiting({ db, clock }: AppContext): Promise<boolean> {
  return db.asPlatform('what waits for its job', async (tx) => {
    const { rows } = await sql`
      (select from domain_events where dispatched_at is null order by id limit 1)
      union all (select from tasks where state in ('QUEUED', 'RUNNING') and due_at <= ${clock.now()}
        order by due_at limit 1)
      limit 1`.execute(tx);
    return rows.length > 0;
  });
}

/** Passes pending domain events and tasks to their jobs, once a second. */
export function startTicker(ctx: AppContext): Poller {
  const { domainEvents, tasks } = ctx;
  const failed = 'domain events and tasks could not be dispatched, next attempt in a second';
  return startPoller(ctx, failed, async () => {
    if (!(await isAnyWaiting(ctx))) return;
    await domainEvents.dispatch();
    await tasks.dispatch();
  });
}

/** Sends messages, each channel by a poller of its own: a gateway that is slow or away holds up no other. */
export function startBulkConsentRequest(ctx: AppContext): Poller[] {
  const failed = 'messages could not be sent, next attempt in a second';
  return MESSAGE_CHANNELS.map((channel) =>
    startPoller(ctx, failed, (stopping) => ctx.notifications.sendDue(channel, stopping)),
  );
}

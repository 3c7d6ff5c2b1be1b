import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Database, openPool, platformDoor } from './database.ts';
import type { Log } from '#platform/log.ts';
import type { DB } from './tables.ts';

/** Long work on many rows, on connections of its own, so that it takes none from calls. */
export interface BulkLoad {
  /**
   * Runs the work while holding an advisory lock on the name, so that one worker of all servers runs
   * it at a time. Returns null if the lock is not free within four seconds. A crash releases the lock.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  /** Runs the work across organizations, with a statement timeout of ten minutes. */
  asPlatform: Database['asPlatform'];
  /**
   * Copies lines in PostgreSQL's text format into `table (columns)`, in one transaction and with
   * backpressure. Fails for tables with row policies.
   */
  copy(target: string, lines: AsyncIterable<string>): Promise<void>;
  close(): Promise<void>;
}

/** Time limits of a connection, milliseconds. */
const LIMITS = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 10 * 60_000,
  lock_timeout: 15_000,
  // A source that sends nothing for so long is stuck.
  idle_in_transaction_session_timeout: 5 * 60_000,
};

/** Attempts to get a lock and milliseconds between them: one that was left is released within moments. */
const LOCK_TRIES = 20;
const LOCK_PAUSE = 200;

async function tryLock(client: pg.PoolClient, name: string): Promise<boolean> {
  const lockQuery = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked';
  const { rows } = await client.query<{ locked: boolean }>(lockQuery, [name]);
  return rows[0]?.locked ?? false;
}

async function whileLocked<T>(pool: pg.Pool, name: string, work: () => Promise<T>) {
  const client = await pool.connect();
  try {
    let locked = await tryLock(client, name);
    for (let tries = 1; !locked && tries < LOCK_TRIES; tries += 1) {
      await pause(LOCK_PAUSE);
      locked = await tryLock(client, name);
    }
    return locked ? await work() : null;
  } finally {
    // Closing the connection always releases the lock. An unlock statement could fail.
    client.release(true);
  }
}

async function copy(pool: pg.Pool, target: string, lines: AsyncIterable<string>): Promise<void> {
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('begin');
    await client.query("select set_config('role', 'tegeka_platform', true)");
    await pipeline(lines, client.query(copyFrom(`copy ${target} from stdin`)));
    await client.query('commit');
    failed = false;
  } finally {
    // After a failed copy the state of the connection is unknown, so it is closed.
    client.release(failed);
  }
}

/** Opens the connections for long work; they are made when they are first needed. */
export function openBulkLoad(connectionString: string, log: Log): BulkLoad {
  const options = { connectionString, max: 8, application_name: 'tegeka bulk', ...LIMITS };
  const pool = openPool(options, log);
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    alone: (name, work) => whileLocked(pool, name, work),
    copy: (target, lines) => copy(pool, target, lines),
    asPlatform: platformDoor((_reason, work) => kysely.transaction().execute(work)),
    close: () => kysely.destroy(),
  };
}

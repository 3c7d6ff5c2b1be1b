import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Config } from '#config.ts';
import { describeError, type Log, StartError } from '#platform/log.ts';
import { preparingPool, runPrepared } from './prepared-statements.ts';
import type { DB } from './tables.ts';

/** A transaction that sees the rows of one organization and no other (row policies). */
export type TenantTx = Transaction<DB> & { readonly scope: 'tenant' };

/** A transaction that sees every row; each use names its reason. */
export type PlatformTx = Transaction<DB> & { readonly scope: 'platform' };

export type Tx = TenantTx | PlatformTx;

/** The only access to the data. Features get transactions and never a raw connection. */
export interface Database {
  /** Runs the work as the unprivileged role, bound to one organization. */
  asTenant<T>(organizationId: string, work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /** Runs the work across organizations. The reason is set as `tegeka.reason` in the transaction. */
  asPlatform<T>(reason: string, work: (tx: PlatformTx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Time limits of a connection, milliseconds: a stuck call must not hold others up. */
const LIMITS = {
  // Includes the wait for a free connection: a busy pool does not mean that the database is away.
  connectionTimeoutMillis: 15_000,
  statement_timeout: 15_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 30_000,
};

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  // cannot connect now, admin and crash shutdown, too many connections, read-only during failover
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
]);

function isOutage(code: string, text: string): boolean {
  if (AWAY_CODES.has(code) || code.startsWith('08')) return true;
  return /Connection terminated|timeout exceeded when trying to connect/.test(text);
}

const textIn = (entry: object, name: string) => {
  const value: unknown = Object.entries(entry).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
};

/** True when an error says that the database can not be reached at the moment. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && isOutage(textIn(error, 'code'), error.message);

/** The same of an entry of the log that `describeError` has made. */
export const describesOutage = (entry: object): boolean =>
  'stack' in entry && isOutage(textIn(entry, 'code'), textIn(entry, 'text'));

/** True if PostgreSQL has aborted the transaction because of a deadlock. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '40P01';

/** True if a lock was not granted within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03';

/** The name of the unique constraint that an error reports as violated, or null. */
export function violatedConstraint(error: unknown): string | null {
  const known = error instanceof pg.DatabaseError && error.code === '23505';
  return known ? (error.constraint ?? null) : null;
}

/** Opens connections; they are made when they are first needed. */
export function openPool(options: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(options);
  // The pool replaces an idle connection that breaks. Without a listener the event ends the process.
  pool.on('error', (error) => log.warn(describeError(error), 'idle database connection lost'));
  // An error of a checked-out client is emitted twice: to its query, which fails, and here.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The transaction around the running work, and whether opening another one within it is an error. */
const holding = new AsyncLocalStorage<{ what: string; open: boolean; strict: boolean }>();

function expectNone(asks: string): void {
  const held = holding.getStore();
  if (held?.open && held.strict) throw new Error(`${asks} while ${held.what} holds one`);
}

/** For slow work that needs no database: outside production it throws within a transaction. */
export const expectNoTransaction = (what: string): void =>
  expectNone(`${what} would keep a connection waiting`);

/**
 * Runs work in transactions. Outside production it throws for a transaction within another one: when
 * all connections are held by work that waits for a second one, none of it can go on (pool deadlock).
 */
function openTransactions(kysely: Kysely<DB>, config: Config, onAnswer: () => void) {
  const strict = config.mode !== 'production';
  return async <T>(what: string, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> => {
    expectNone(`${what} asks for a second connection`);
    const own = { what, open: true, strict };
    try {
      const done = await kysely.transaction().execute((tx) => holding.run(own, () => work(tx)));
      onAnswer();
      return done;
    } finally {
      own.open = false;
    }
  };
}

/** Makes `asPlatform` from a function that runs work in a transaction. */
export function platformDoor(
  run: <T>(what: string, work: (tx: Transaction<DB>) => Promise<T>) => Promise<T>,
): Database['asPlatform'] {
  return (reason, work) =>
    run(reason, async (tx) => {
      await sql`select set_config('role', 'tegeka_platform', true),
        set_config('tegeka.reason', ${reason}, true)`.execute(tx);
      // The only place that may make a PlatformTx: the role has just been set.
      return work(tx as PlatformTx);
    });
}

/** `onAnswer` is called after each transaction that was committed. */
export function openDatabase(
  connectionString: string,
  config: Config,
  log: Log,
  onAnswer: () => void = () => undefined,
): Database {
  const max = config.database.pool;
  const pool = openPool({ connectionString, max, application_name: 'tegeka', ...LIMITS }, log);
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  const inTransaction = openTransactions(kysely, config, onAnswer);
  return {
    asTenant: (organizationId, work) =>
      inTransaction(`a call of ${organizationId}`, async (tx) => {
        const take = sql`select set_config('role', 'tegeka_tenant', true),
          set_config('tegeka.organization', ${organizationId}, true)`;
        await runPrepared(tx, take.compile(tx));
        // As in platformDoor: role and organization have just been set.
        return work(tx as TenantTx);
      }),
    asPlatform: platformDoor(inTransaction),
    close: () => kysely.destroy(),
  };
}

/** Production refuses a login that could change tables or lift row policies. */
export async function refuseStrongLogin(db: Database): Promise<void> {
  const { rows } = await db.asPlatform('look at the login of the server', (tx) =>
    sql<{ login: string; strong: boolean }>`
      select rolname as login, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or exists (
        select from pg_class where relowner = pg_roles.oid) as strong
      from pg_roles where rolname = session_user`.execute(tx),
  );
  for (const { login, strong } of rows) {
    if (!strong) continue;
    throw new StartError(
      `The login ${login} of DATABASE_URL owns tables or may create roles: name one without rights there, and the owner in MIGRATION_DATABASE_URL.`,
    );
  }
}

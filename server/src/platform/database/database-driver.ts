import { createHash } from 'node:crypto';
import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { DB } from './tables.ts';

/** Says that a transaction begins; the driver sends it along with what comes next. */
const BEGIN = 'begin as';

/** Who a transaction is, and for whom or why: a role, a setting and its value. */
type Scope = readonly [
  role: 'tegeka_tenant' | 'tegeka_platform',
  setting: 'tegeka.organization' | 'tegeka.reason',
  value: string,
];

/** Names of the statements that connections keep, by their text. */
const keptNames = new Map<string, string>();

/**
 * How kept readings are planned: once for all values, and along indexes, so that a plan that was made
 * for a small tenant serves a large one. Compiling a plan pays for no call.
 */
const PLANNED = [
  ['plan_cache_mode', 'force_generic_plan'],
  ...['enable_bitmapscan', 'enable_seqscan', 'jit'].map((setting) => [setting, 'off']),
]
  .map(([setting, value]) => `, set_config('${setting}', '${value}', true)`)
  .join('');

/**
 * Takes a scope for a kept reading. All is set before anything is compared, and no row comes back.
 * Each connection knows it by its name from its beginning on.
 */
const TAKE_SCOPE = {
  name: 'take_scope',
  text: `select where num_nulls(set_config('role', $1, true), set_config($2, $3, true)${PLANNED}) < 0`,
};

/**
 * A statement that only reads, and that each connection plans once and keeps, for calls where planning
 * would cost more than running. Its text is fixed: what differs from call to call is a parameter.
 * Where nothing of its transaction has been sent yet it is a transaction of its own, in one message
 * there and one back, and what comes after it begins anew.
 */
export function keptReading<Row>(text: string) {
  keptNames.set(text, `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`);
  return async (tx: Transaction<DB>, parameters: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...parameters]));
    // Raw text has no row type that could be checked; whoever wrote the text says it.
    return rows as Row[];
  };
}

/** What a statement answers that has not been asked yet. */
const NOTHING = { command: 'SELECT', rowCount: 0, rows: [] };

/**
 * Reads in a transaction that no statement begins or ends: until the Sync at the end of a query
 * PostgreSQL takes all that was sent for one, and so the scope holds for just this query.
 */
function readAs(client: pg.PoolClient, scope: Scope, statement: pg.QueryConfig) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    const query = new pg.Query(statement, (error, answers) => {
      if (error) reject(error);
      // The scope's answer comes first, and is empty.
      else resolve([answers].flat()[1] ?? answers);
    });
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      connection.stream.cork();
      connection.bind({ statement: TAKE_SCOPE.name, values: [...scope] }, true);
      connection.execute({}, true);
      const error: unknown = submit(connection);
      connection.stream.uncork();
      return error;
    };
    client.query(query);
  });
}

/** Sends the beginning of a transaction in one write with its first statement. */
async function beginWith(
  client: pg.PoolClient,
  [role, setting, value]: Scope,
  statement: pg.QueryConfig,
) {
  const { stream } = client.connection;
  stream.cork();
  // A message of two statements takes no parameters, so the value is quoted here.
  const begun = client.query(`begin; select set_config('role', '${role}', true),
    set_config('${setting}', ${pg.escapeLiteral(value)}, true)`);
  const answer = client.query(statement);
  stream.uncork();
  // Where the beginning fails the statement does too: BEGIN has been done by then, and in a broken
  // transaction nothing runs.
  const [first, second] = await Promise.allSettled([begun, answer]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return second.value;
}

/** A client that begins a transaction with its first statement, and none for kept readings. */
function sparing(client: pg.PoolClient): PostgresPoolClient {
  /** Of a transaction of which nothing has been sent yet. */
  let waiting: Scope | null = null;
  const query = async (text: string, values: readonly unknown[]) => {
    if (text === BEGIN) {
      // Only beginAs, below, says so.
      waiting = values as unknown as Scope;
      return NOTHING;
    }
    const name = keptNames.get(text);
    const statement = { text, values: [...values], ...(name !== undefined && { name }) };
    const scope = waiting;
    if (scope === null) return client.query(statement);
    if (name !== undefined) return readAs(client, scope, statement);
    waiting = null;
    return text === 'commit' || text === 'rollback' ? NOTHING : beginWith(client, scope, statement);
  };
  return {
    // kysely types the command of an answer more closely than pg, and cursors, which are not used here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

/** Lets a new connection take a scope for the first time, which leaves nothing behind. */
async function prepared(client: pg.PoolClient): Promise<PostgresPoolClient> {
  try {
    await client.query({ ...TAKE_SCOPE, values: ['none', 'tegeka.reason', ''] });
  } catch (error) {
    client.release(true);
    throw error;
  }
  return sparing(client);
}

/** A driver whose transactions begin with {@link beginAs}. */
class SparingDriver extends PostgresDriver {
  override async beginTransaction(): Promise<void> {}

  /** A rollback that fails discards its connection, and what failed before it is what is told. */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

class SparingDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }
  override createDriver(): PostgresDriver {
    const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
    const connect = async () => {
      const client = await this.#pool.connect();
      const known = clients.get(client) ?? (await prepared(client));
      clients.set(client, known);
      return known;
    };
    return new SparingDriver({
      pool: { connect, end: () => this.#pool.end(), options: this.#pool.options },
    });
  }
}

/** How a pool in pipeline mode is spoken to. */
export function sparingDialect(pool: pg.Pool): PostgresDialect {
  return new SparingDialect(pool);
}

/** Begins a transaction, takes a role and sets a setting for its time, together with what comes next. */
export async function beginAs(tx: Transaction<DB>, ...scope: Scope): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(BEGIN, [...scope]));
}

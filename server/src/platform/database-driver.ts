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

const BEGIN = 'begin; ';

/** Names of the statements that connections keep, by their text. */
const keptNames = new Map<string, string>();

/**
 * How kept statements are planned: once for all values, and along indexes, so that a plan that was
 * made for a small tenant serves a large one. Compiling a plan pays for no call.
 */
const KEPT_PLANS = [
  ['plan_cache_mode', 'force_generic_plan'],
  ...['enable_bitmapscan', 'enable_seqscan', 'jit'].map((setting) => [setting, 'off']),
]
  .map(([setting, value]) => `, set_config('${setting}', '${value}', true)`)
  .join('');

/**
 * A statement that each connection plans once and keeps, for calls where planning would cost more than
 * running. Its text is fixed: what differs from call to call is a parameter. Where it is the first of
 * its transaction, all of the transaction is planned along indexes.
 */
export function keptStatement<Row>(text: string) {
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
 * A client that asks for kept statements by name, and sends the beginning of a transaction in one
 * write with its first statement. Where the beginning fails the statement does too: BEGIN has been
 * done by then, and in a broken transaction nothing runs.
 */
function sparing(client: pg.PoolClient): PostgresPoolClient {
  let beginning: string | null = null;
  const send = (text: string, values: readonly unknown[]) => {
    const name = keptNames.get(text);
    return client.query({ text, values: [...values], ...(name !== undefined && { name }) });
  };
  const query = async (text: string, values: readonly unknown[]) => {
    if (text.startsWith(BEGIN)) {
      beginning = text;
      return NOTHING;
    }
    if (beginning === null) return send(text, values);
    const { stream } = client.connection;
    stream.cork();
    const begun = client.query(keptNames.has(text) ? beginning + KEPT_PLANS : beginning);
    beginning = null;
    const answer = send(text, values);
    stream.uncork();
    const [first, second] = await Promise.allSettled([begun, answer]);
    if (first.status === 'rejected') throw first.reason;
    if (second.status === 'rejected') throw second.reason;
    return second.value;
  };
  return {
    // kysely types the command of an answer more closely than pg, and cursors, which are not used here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
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
      const known = clients.get(client) ?? sparing(client);
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
export async function beginAs(
  tx: Transaction<DB>,
  role: 'tegeka_tenant' | 'tegeka_platform',
  [setting, value]: readonly ['tegeka.organization' | 'tegeka.reason', string],
): Promise<void> {
  // A message of two statements takes no parameters, so the value is quoted here.
  await tx.executeQuery(
    CompiledQuery.raw(`${BEGIN}select set_config('role', '${role}', true),
      set_config('${setting}', ${pg.escapeLiteral(value)}, true)`),
  );
}

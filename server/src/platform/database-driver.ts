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

/** Names of the statements that connections keep, by their text. */
const keptNames = new Map<string, string>();

/**
 * A statement that each connection plans once and keeps, for calls where planning would cost more than
 * running. Its text is fixed: what differs from call to call is a parameter.
 */
export function keptStatement<Row>(text: string) {
  keptNames.set(text, `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`);
  return async (tx: Transaction<DB>, parameters: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...parameters]));
    // Raw text has no row type that could be checked; whoever wrote the text says it.
    return rows as Row[];
  };
}

/** A client that asks for kept statements by name. */
function keeping(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) => {
    const name = keptNames.get(text);
    return client.query({ text, values: [...values], ...(name !== undefined && { name }) });
  };
  return {
    // kysely types the command of an answer more closely than pg, and cursors, which are not used here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

/** BEGIN goes along with the settings of the transaction: one way to the database and back less. */
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
      const known = clients.get(client) ?? keeping(client);
      clients.set(client, known);
      return known;
    };
    return new SparingDriver({
      pool: { connect, end: () => this.#pool.end(), options: this.#pool.options },
    });
  }
}

/** How the pool is spoken to: see {@link beginAs} for how a transaction begins. */
export function sparingDialect(pool: pg.Pool): PostgresDialect {
  return new SparingDialect(pool);
}

/** Begins a transaction, takes a role and sets a setting, all for its time, in one message. */
export async function beginAs(
  tx: Transaction<DB>,
  role: 'tegeka_tenant' | 'tegeka_platform',
  [setting, value]: readonly ['tegeka.organization' | 'tegeka.reason', string],
): Promise<void> {
  // A message of two statements takes no parameters, so the value is quoted here.
  await tx.executeQuery(
    CompiledQuery.raw(`begin; select set_config('role', '${role}', true),
      set_config('${setting}', ${pg.escapeLiteral(value)}, true)`),
  );
}

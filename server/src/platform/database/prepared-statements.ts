import type {
  CompiledQuery,
  PostgresCursor,
  PostgresPool,
  PostgresQueryResult,
  QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import type { DB } from './tables.ts';

/** Most prepared statements of a connection. Each takes 30 KB of memory, one for a wide list 250 KB. */
const PREPARED_MAX = 300;

/** The names of prepared statements by their texts. */
const prepared = new Map<string, string>();

/**
 * Runs a statement as a named prepared statement, which each connection parses and plans once. For
 * repeated texts with one good generic plan: planning the rows of a list takes several times as long as
 * reading them. PostgreSQL plans again for another role, and row policies read the organization at each
 * execution. Beyond {@link PREPARED_MAX} texts a statement runs unprepared.
 */
export function runPrepared<R>(
  tx: Transaction<DB>,
  statement: CompiledQuery<R>,
): Promise<QueryResult<R>> {
  if (prepared.size < PREPARED_MAX && !prepared.has(statement.sql))
    prepared.set(statement.sql, `prepared_${prepared.size}`);
  return tx.executeQuery(statement);
}

/** Wraps a pool for Kysely and passes the names of prepared statements to the driver. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const connect = async () => {
    const client = await pool.connect();
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      // Kysely passes a cursor only if its dialect was created with one, which ours is not.
      if (typeof text !== 'string') throw new Error('Rows are not read by a cursor');
      return client.query({ name: prepared.get(text) ?? '', text, values: [...values] });
    }
    return { query, release: (destroy?: boolean) => client.release(destroy) };
  };
  return { connect, end: () => pool.end(), options: pool.options };
}

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

/** Statements that a connection keeps at the most: each takes 30 KB there, the rows of a wide list 250 KB. */
const PREPARED_MAX = 300;

/** The names of prepared statements by their texts. */
const prepared = new Map<string, string>();

/**
 * Runs a statement that each connection parses and plans once. For texts that come again and again and
 * have one good plan whatever their values: planning the rows of a list takes several times as long as
 * reading them. PostgreSQL plans again where the role is another one, and row policies look at the
 * organization whenever the statement runs.
 */
export function runPrepared<R>(
  tx: Transaction<DB>,
  statement: CompiledQuery<R>,
): Promise<QueryResult<R>> {
  if (prepared.size < PREPARED_MAX && !prepared.has(statement.sql))
    prepared.set(statement.sql, `prepared_${prepared.size}`);
  return tx.executeQuery(statement);
}

/** A pool as Kysely takes it, which gives the names of prepared statements to the driver. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const connect = async () => {
    const client = await pool.connect();
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      // A cursor comes where a dialect is opened with one, which ours is not.
      if (typeof text !== 'string') throw new Error('Rows are not read by a cursor');
      return client.query({ name: prepared.get(text) ?? '', text, values: [...values] });
    }
    return { query, release: (destroy?: boolean) => client.release(destroy) };
  };
  return { connect, end: () => pool.end(), options: pool.options };
}

import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock-and-ids.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Keys } from '#platform/security/keys.ts';

/** So many calls in so many seconds. */
export interface Limit {
  points: number;
  seconds: number;
}

/** Whether a call that was counted is allowed. */
export interface LimitResult {
  allowed: boolean;
  /** How long until the window ends; 0 when allowed. */
  retryAfterSeconds: number;
}

/** Counters shared by all servers on one database. */
export interface Limits {
  /**
   * Counts one call, in a transaction of its own: a refused call counts too. Not within a transaction:
   * calls that each hold a connection and wait for a second one can block each other.
   */
  consume(name: string, key: string, limit: Limit): Promise<LimitResult>;
  /**
   * Counts one call in the call's own transaction, which needs no second connection. The count of a
   * refused call is rolled back with its transaction; later calls in the window are refused too.
   */
  consumeIn(tx: Tx, name: string, key: string, limit: Limit): Promise<LimitResult>;
}

/**
 * The network address under which a call is counted. Of IPv6 it is the /64 prefix: one customer can use
 * every address in it.
 */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip;
  const [head = [], tail = []] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::`;
}

/**
 * Opens the counters. Keys name addresses and people, so only their keyed hashes are stored. A
 * window starts with its first call and is not prolonged by calls that are refused.
 */
export function openLimits(db: Database, clock: Clock, keys: Keys): Limits {
  const consumeIn: Limits['consumeIn'] = async (tx, name, key, { points, seconds }) => {
    const now = clock.now();
    const fresh = new Date(now.getTime() + seconds * 1000);
    const { rows } = await sql<{ consumed: number; window_end: Date }>`
      select consumed, window_end
      from consume_limit(${name}, ${keys.mac('limit', key)}, ${now}, ${fresh})`.execute(tx);
    const [row] = rows;
    if (!row || row.consumed <= points) return { allowed: true, retryAfterSeconds: 0 };
    const wait = Math.ceil((row.window_end.getTime() - now.getTime()) / 1000);
    return { allowed: false, retryAfterSeconds: Math.max(1, wait) };
  };
  return {
    consumeIn,
    consume: (name, key, limit) =>
      db.asPlatform(`limit ${name}`, (tx) => consumeIn(tx, name, key, limit)),
  };
}

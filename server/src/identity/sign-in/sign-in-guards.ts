import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** Exponential backoff: after `free` failures each further one doubles the delay. */
interface Rule {
  /** Failures without a delay. */
  free: number;
  /** First delay, in seconds. */
  first: number;
  /** Longest delay, in seconds. */
  max: number;
  /** Seconds without a failure after which the count is reset. */
  memory: number;
}

const HOUR = 3600;

/** By account: the email that was typed, whether or not it has an account. */
const ACCOUNT: Rule = { free: 5, first: 30, max: 15 * 60, memory: 24 * HOUR };
/** By network address. Many people share one in a mobile network, so it allows more. */
const ADDRESS: Rule = { free: 30, first: 2, max: 5 * 60, memory: HOUR };

/** Keys under which attempts are counted. Each is a keyed hash. */
export interface GuardKeys {
  account: string;
  /** Null for a known browser, so that others with the same address cannot delay it. */
  address: string | null;
}

/**
 * Counts an attempt as failed before it is checked, so that concurrent attempts are all counted.
 * Returns the seconds to wait if it is too early; such an attempt is not counted.
 */
async function countTry(tx: Tx, key: string, rule: Rule, now: Date): Promise<number> {
  const { free, first, max, memory } = rule;
  const fresh = sql`g.failed_at < ${now}::timestamptz - make_interval(secs => ${memory})`;
  const failures = sql`(case when ${fresh} then 1 else g.failures + 1 end)`;
  const delay = sql`case when ${failures} < ${free}::int then 0
    else least(${max}::int, ${first}::int * power(2, least(20, ${failures} - ${free}::int))) end`;
  const counted = await sql`
    insert into sign_in_guards as g (key_mac, failures, open_at, failed_at)
    values (${key}, 1, ${now}, ${now})
    on conflict (key_mac) do update set failures = ${failures}, failed_at = ${now},
      open_at = ${now}::timestamptz + make_interval(secs => ${delay})
    -- No delay for the free attempts, even if the clocks of several servers differ.
    where g.open_at <= ${now} or g.failures < ${free}::int
    returning failures`.execute(tx);
  if (counted.rows.length > 0) return 0;
  const row = await tx
    .selectFrom('sign_in_guards')
    .select('open_at')
    .where('key_mac', '=', key)
    .executeTakeFirst();
  return row ? Math.max(1, Math.ceil((row.open_at.getTime() - now.getTime()) / 1000)) : 1;
}

/** Counts an attempt by its address and its account. Returns the seconds to wait, 0 to go on. */
export async function countSignInTry(tx: Tx, keys: GuardKeys, now: Date): Promise<number> {
  const wait = keys.address === null ? 0 : await countTry(tx, keys.address, ADDRESS, now);
  return wait > 0 ? wait : countTry(tx, keys.account, ACCOUNT, now);
}

/**
 * After a correct attempt: resets the account's count and takes this attempt off the address's
 * count.
 */
export async function forgiveSignInTry(tx: Tx, keys: GuardKeys): Promise<void> {
  await tx.deleteFrom('sign_in_guards').where('key_mac', '=', keys.account).execute();
  if (keys.address === null) return;
  await tx
    .updateTable('sign_in_guards')
    .set((row) => ({
      failures: sql`greatest(0, ${row.ref('failures')} - 1)`,
      // In the past, so that servers with a slow clock accept it too.
      open_at: new Date(0),
    }))
    .where('key_mac', '=', keys.address)
    .execute();
}

/** Resets the failures of an account. Its owner has proven access to its email. */
export async function forgetFailures(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('sign_in_guards').where('key_mac', '=', key).execute();
}

import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** How tries are slowed down: from `free` failures on each further one waits twice as long. */
interface Rule {
  /** Failures without any delay. */
  free: number;
  /** Seconds of the first delay. */
  first: number;
  /** Seconds of the longest delay. */
  most: number;
  /** Seconds without a failure after which all is forgotten. */
  memory: number;
}

const HOUR = 3600;

/** For one account, by the email that was typed, whether or not it has an account. */
const ACCOUNT: Rule = { free: 5, first: 30, most: 15 * 60, memory: 24 * HOUR };
/** For one address; many people share one behind a mobile network, so it is more patient. */
const ADDRESS: Rule = { free: 30, first: 2, most: 5 * 60, memory: HOUR };

/** What a try is counted under; each is a keyed hash. */
export interface GuardKeys {
  account: string;
  /** Null for a known browser: others behind its address must not hold it up. */
  address: string | null;
}

/**
 * Counts a try as failed before it is checked, so that tries at the same moment can not share one
 * count. Answers the seconds to wait when it is too early; such a try is not counted.
 */
async function countTry(tx: Tx, key: string, rule: Rule, now: Date): Promise<number> {
  const { free, first, most, memory } = rule;
  const fresh = sql`g.failed_at < ${now}::timestamptz - make_interval(secs => ${memory})`;
  const failures = sql`(case when ${fresh} then 1 else g.failures + 1 end)`;
  const delay = sql`case when ${failures} < ${free}::int then 0
    else least(${most}::int, ${first}::int * power(2, least(20, ${failures} - ${free}::int))) end`;
  const counted = await sql`
    insert into sign_in_guards as g (key_mac, failures, open_at, failed_at)
    values (${key}, 1, ${now}, ${now})
    on conflict (key_mac) do update set failures = ${failures}, failed_at = ${now},
      open_at = ${now}::timestamptz + make_interval(secs => ${delay})
    -- Below the free tries there is no delay, whatever the clocks of several servers say.
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

/** Counts a try for its address and its account. Answers the seconds to wait, 0 to go on. */
export async function countSignInTry(tx: Tx, keys: GuardKeys, now: Date): Promise<number> {
  const wait = keys.address === null ? 0 : await countTry(tx, keys.address, ADDRESS, now);
  return wait > 0 ? wait : countTry(tx, keys.account, ACCOUNT, now);
}

/** The try was right: the account's count is forgotten, the address gets this one back. */
export async function forgiveSignInTry(tx: Tx, keys: GuardKeys): Promise<void> {
  await tx.deleteFrom('sign_in_guards').where('key_mac', '=', keys.account).execute();
  if (keys.address === null) return;
  await tx
    .updateTable('sign_in_guards')
    .set((row) => ({
      failures: sql`greatest(0, ${row.ref('failures')} - 1)`,
      // Long ago, so that a server whose clock is behind agrees.
      open_at: new Date(0),
    }))
    .where('key_mac', '=', keys.address)
    .execute();
}

/** Forgets the failures of an account, whose owner has proven to read its mail. */
export async function forgetFailures(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('sign_in_guards').where('key_mac', '=', key).execute();
}

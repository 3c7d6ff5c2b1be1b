import { sql } from 'kysely';
import type { CodeVerdict, TokenType } from '@tegeka/contract/sign-up.ts';
import type { Tx } from '#platform/database/database.ts';

/** Milliseconds. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const VALID_FOR = 10 * MINUTE;
/** Seconds between two codes to the same identifier. */
export const CODE_PAUSE = 60;
const TRIES = 5;

/** Key of a code: the keyed hash of an identifier, and the purpose. */
export interface CodePlace {
  identifierMac: string;
  tokenType: TokenType;
}

/** Serializes sends to this identifier and from this address (advisory locks). */
async function lockSends(tx: Tx, identifierMac: string, addressMac: string): Promise<void> {
  // Always in this order, to prevent a deadlock.
  for (const key of [`code to ${identifierMac}`, `code from ${addressMac}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  }
}

/**
 * The number of sends in the last hour, and the seconds until the oldest of them no longer counts.
 */
async function sendsOf(tx: Tx, column: 'identifier_mac' | 'address_mac', mac: string, now: Date) {
  const row = await tx
    .selectFrom('code_sends')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.min('sent_at').as('first'),
      fn.max('sent_at').as('last'),
    ])
    .where(column, '=', mac)
    .where('sent_at', '>', new Date(now.getTime() - HOUR))
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), first: row.first, last: row.last };
}

/** Why a code must not be sent, with the seconds to wait. Null if it may be sent. */
export type SendObstacle = { code: 'CODE_TOO_SOON' | 'CODE_TOO_MANY'; retryAfterSeconds: number };

/**
 * Checks the rate limits of sends, and counts the send if it is allowed. Refused calls do not
 * count.
 */
export async function countSend(
  tx: Tx,
  macs: { identifierMac: string; addressMac: string },
  limits: { perIdentifier: number; perAddress: number },
  now: Date,
): Promise<SendObstacle | null> {
  const { identifierMac, addressMac } = macs;
  await lockSends(tx, identifierMac, addressMac);
  const own = await sendsOf(tx, 'identifier_mac', identifierMac, now);
  const wait = (from: Date | null, milliseconds: number) =>
    from ? Math.ceil((from.getTime() + milliseconds - now.getTime()) / 1000) : 0;
  const soon = wait(own.last, CODE_PAUSE * 1000);
  if (soon > 0) return { code: 'CODE_TOO_SOON', retryAfterSeconds: soon };
  const address = await sendsOf(tx, 'address_mac', addressMac, now);
  const full = [
    ...(own.count >= limits.perIdentifier ? [wait(own.first, HOUR)] : []),
    ...(address.count >= limits.perAddress ? [wait(address.first, HOUR)] : []),
  ];
  if (full.length > 0) {
    return { code: 'CODE_TOO_MANY', retryAfterSeconds: Math.max(1, ...full) };
  }
  await tx
    .insertInto('code_sends')
    .values({ identifier_mac: identifierMac, address_mac: addressMac, sent_at: now })
    .execute();
  return null;
}

/** Stores a new code. It replaces the previous one, which becomes invalid. */
export async function putCode(tx: Tx, place: CodePlace, codeMac: string, now: Date): Promise<void> {
  const code = {
    code_mac: codeMac,
    sent_at: now,
    expires_at: new Date(now.getTime() + VALID_FOR),
    tries: 0,
    used_at: null,
  };
  await tx
    .insertInto('codes')
    .values({ identifier_mac: place.identifierMac, token_type: place.tokenType, ...code })
    .onConflict((conflict) => conflict.columns(['identifier_mac', 'token_type']).doUpdateSet(code))
    .execute();
}

const at = (tx: Tx, { identifierMac, tokenType }: CodePlace) =>
  tx
    .updateTable('codes')
    .where('identifier_mac', '=', identifierMac)
    .where('token_type', '=', tokenType);

/** Why no attempt is left: the code is missing, expired or was tried too often. */
async function spentVerdict(tx: Tx, place: CodePlace, now: Date): Promise<CodeVerdict> {
  const row = await tx
    .selectFrom('codes')
    .select(['used_at', 'expires_at'])
    .where('identifier_mac', '=', place.identifierMac)
    .where('token_type', '=', place.tokenType)
    .executeTakeFirst();
  if (!row) return 'invalid';
  if (row.used_at) return 'used';
  return row.expires_at <= now ? 'expired' : 'too-many-tries';
}

/**
 * Counts an attempt and returns its result; a correct code is consumed. The attempt is counted
 * before the comparison, so concurrent guesses are serialized by the row lock.
 */
export async function tryCode(
  tx: Tx,
  place: CodePlace,
  matches: (codeMac: string) => boolean,
  now: Date,
): Promise<CodeVerdict> {
  const row = await at(tx, place)
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', TRIES)
    .returning('code_mac')
    .executeTakeFirst();
  if (!row) return spentVerdict(tx, place, now);
  if (!matches(row.code_mac)) return 'invalid';
  await at(tx, place).set({ used_at: now }).execute();
  return 'valid';
}

import { sql } from 'kysely';
import type { CodeVerdict, TokenType } from '@tegeka/contract/sign-up.ts';
import type { Tx } from '#platform/database/database.ts';

/** Milliseconds. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const VALID_FOR = 10 * MINUTE;
/** Seconds until the next code may be asked for. */
export const CODE_PAUSE = 60;
const TRIES = 5;

/** The one place of a code: an identifier's keyed hash and what it is for. */
export interface CodePlace {
  identifierMac: string;
  tokenType: TokenType;
}

/** Lets one send of this identifier and of this address be decided after the other. */
async function lockSends(tx: Tx, identifierMac: string, addressMac: string): Promise<void> {
  // Always in this order, so that two calls can not wait for each other.
  for (const key of [`code to ${identifierMac}`, `code from ${addressMac}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  }
}

/** How sends of an hour stand: how many, and the seconds until one fewer counts. */
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

/** What stands against a send, with the seconds to wait; null when nothing does. */
export type SendObstacle = { code: 'CODE_TOO_SOON' | 'CODE_TOO_MANY'; retryAfterSeconds: number };

/** Says whether a code may be sent, and counts it when it may. Refused calls are not counted. */
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

/** Puts a new code in the place of the one before, which is void from now on. */
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

/** Why no try is left, where none is. */
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
 * Counts a try and says what became of it; a right one uses the code up. The count is written
 * before anything is compared, so guesses at the same moment wait for each other.
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

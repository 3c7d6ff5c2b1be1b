import type { CodeResult, TokenType } from '@tegeka/contract/sign-up.ts';
import type { Tx } from '#platform/database/database.ts';
import type { KeyedHashes } from '#platform/security/keys.ts';

/** Milliseconds. */
const VALID_FOR = 10 * 60_000;
const TRIES = 5;

/** Key of a code: the keyed hashes of an identifier, and the purpose. */
export interface CodePlace {
  identifierMacs: KeyedHashes;
  tokenType: TokenType;
}

/** Stores a new code. It replaces the previous one, which becomes invalid, also where another key has hashed it. */
export async function putCode(
  tx: Tx,
  { identifierMacs, tokenType }: CodePlace,
  codeMac: string,
  now: Date,
): Promise<void> {
  const [present, ...previous] = identifierMacs;
  if (previous.length > 0)
    await tx
      .deleteFrom('codes')
      .where('identifier_mac', 'in', previous)
      .where('token_type', '=', tokenType)
      .execute();
  const code = {
    code_mac: codeMac,
    expires_at: new Date(now.getTime() + VALID_FOR),
    tries: 0,
    used_at: null,
  };
  await tx
    .insertInto('codes')
    .values({ identifier_mac: present, token_type: tokenType, ...code })
    .onConflict((conflict) => conflict.columns(['identifier_mac', 'token_type']).doUpdateSet(code))
    .execute();
}

/**
 * Counts an attempt and returns its result; a correct code is consumed. The attempt is counted
 * before the comparison, so concurrent guesses are serialized by the row lock.
 */
export async function tryCode(
  tx: Tx,
  { identifierMacs, tokenType }: CodePlace,
  codeMacs: readonly string[],
  now: Date,
): Promise<CodeResult> {
  const code = tx
    .updateTable('codes')
    .where('identifier_mac', 'in', identifierMacs)
    .where('token_type', '=', tokenType);
  const row = await code
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .returning(['code_mac', 'tries', 'used_at', 'expires_at'])
    .executeTakeFirst();
  if (!row) return 'invalid';
  if (row.used_at) return 'used';
  if (row.expires_at <= now) return 'expired';
  if (row.tries > TRIES) return 'too-many-tries';
  if (!codeMacs.includes(row.code_mac)) return 'invalid';
  await code.set({ used_at: now }).execute();
  return 'valid';
}

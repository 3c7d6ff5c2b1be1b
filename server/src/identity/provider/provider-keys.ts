import { parseJson } from '@tegeka/contract/kit/json.ts';
import { sql } from 'kysely';
import { createLocalJWKSet, errors, exportJWK, generateKeyPair, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import { reencryptColumn } from '#platform/security/re-encryption.ts';
import type { AppContext } from '#platform/app-context.ts';
import { writeAudit } from '#platform/history/audit.ts';
import { StartError } from '#platform/log.ts';

/** Advisory lock for servers that start at the same time. The first one creates the key. */
const KEY_LOCK = 7_308_912;
const SCOPE = { tenant: null, purpose: 'provider signing key' };

const jwkShape = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
});

export type SigningKey = z.infer<typeof jwkShape>;

type KeyContext = Pick<AppContext, 'db' | 'clock' | 'ids' | 'keys'>;

/** A replaced key still verifies for this time: longer than any session, in milliseconds. */
const RETIRED_AFTER = 13 * 60 * 60 * 1000;

/** Minimum time between two reads of the keys from the database, in seconds. */
const LOOK_AGAIN = 10;

async function makeKey({ clock, ids, keys }: KeyContext, tx: Tx): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const now = clock.now();
  const kid = ids.uuid(now);
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
  const row = { kid, encrypted_jwk: keys.encrypt(SCOPE, JSON.stringify(jwk)), created_at: now };
  await tx.insertInto('provider_keys').values(row).execute();
  return jwkShape.parse(jwk);
}

function decryptSigningKey({ keys }: KeyContext, encrypted: string): SigningKey {
  try {
    return parseJson(jwkShape, keys.decrypt(SCOPE, encrypted));
  } catch (error) {
    throw new StartError(
      'The signing keys in the database were encrypted with another instance key: set INSTANCE_KEY to the one that this database was first started with.',
      { cause: error },
    );
  }
}

/** The valid keys, newest first. No token of a key that was replaced long ago is still valid. */
async function readKeys(ctx: KeyContext, tx: Tx): Promise<SigningKey[]> {
  await sql`select pg_advisory_xact_lock(${KEY_LOCK})`.execute(tx);
  const rows = await tx
    .selectFrom('provider_keys')
    .select(['encrypted_jwk', 'created_at'])
    .orderBy('created_at', 'desc')
    .execute();
  const retired = ctx.clock.now().getTime() - RETIRED_AFTER;
  const counts = rows.filter((_, at) => {
    const successor = rows[at - 1];
    return !successor || successor.created_at.getTime() > retired;
  });
  return counts.map((row) => decryptSigningKey(ctx, row.encrypted_jwk));
}

/**
 * The provider's signing keys, newest first; creates one at the first start. RS256, because it is
 * Keycloak's default and every service that reads such tokens supports it.
 */
export function openSigningKeys(ctx: KeyContext): Promise<SigningKey[]> {
  return ctx.db.asPlatform('signing keys of the provider', async (tx) => {
    const keys = await readKeys(ctx, tx);
    return keys.length > 0 ? keys : [await makeKey(ctx, tx)];
  });
}

/**
 * Creates a new signing key: servers sign with it from their next start on, and verify with it at
 * once. Throws a StartError if the present keys were encrypted with another instance key.
 */
export function addSigningKey(ctx: KeyContext): Promise<SigningKey> {
  return ctx.db.asPlatform('a new signing key', async (tx) => {
    await readKeys(ctx, tx);
    const key = await makeKey(ctx, tx);
    await writeAudit(tx, ctx.ids, {
      at: ctx.clock.now(),
      requestId: 'npm run keys',
      caller: null,
      action: 'rotateKeys',
      note: { entity: 'signing key', entityId: key.kid },
    });
    return key;
  });
}

/** See `reencrypt` of a feature. */
export const REENCRYPT_SIGNING_KEYS = reencryptColumn({
  table: 'provider_keys',
  key: ['kid'],
  column: 'encrypted_jwk',
  scope: () => SCOPE,
});

const published = (keys: readonly SigningKey[]) =>
  createLocalJWKSet({ keys: keys.map(({ kty, n, e, kid }) => ({ kty, n, e, kid, alg: 'RS256' })) });

/**
 * Verifies with these keys and with keys that were added later: another server may sign with them.
 */
export function openVerifyKeys(ctx: KeyContext, keys: readonly SigningKey[]): JWTVerifyGetKey {
  let known = published(keys);
  let lookedAt = ctx.clock.now().getTime();
  return async (header, token) => {
    try {
      return await known(header, token);
    } catch (error) {
      const now = ctx.clock.now().getTime();
      // Anybody can send a token with an unknown key id, so reads are rate limited.
      const soon = now - lookedAt < LOOK_AGAIN * 1000;
      if (!(error instanceof errors.JWKSNoMatchingKey) || soon) throw error;
      lookedAt = now;
      known = published(await openSigningKeys(ctx));
      return known(header, token);
    }
  };
}

import { sql } from 'kysely';
import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database.ts';
import type { Frame } from '#platform/frame.ts';
import { StartFault } from '#platform/start-fault.ts';

/** Servers that start at the same moment take this lock; the first makes the key. */
const KEY_LOCK = 7_308_912;
const PURPOSE = 'provider signing key';

const jwkShape = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
});

/** A signing key with its private part. */
export type SigningKey = z.infer<typeof jwkShape>;

async function makeKey({ clock, ids, keys }: Frame, tx: Tx): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const now = clock.now();
  const kid = ids.uuid(now);
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
  const row = { kid, sealed_jwk: keys.seal(PURPOSE, JSON.stringify(jwk)), created_at: now };
  await tx.insertInto('provider_keys').values(row).execute();
  return jwkShape.parse(jwk);
}

function unseal({ keys }: Frame, sealed: string): SigningKey {
  try {
    return jwkShape.parse(JSON.parse(keys.open(PURPOSE, sealed)));
  } catch (error) {
    throw new StartFault(
      'The signing keys in the database were sealed with another instance key: set INSTANCE_KEY to the one that this database was first started with.',
      { cause: error },
    );
  }
}

/**
 * The provider's signing keys, newest first, made at the first start. RS256, because that is what
 * Keycloak signs with by default and every service that reads such tokens can check.
 */
export function openSigningKeys(frame: Frame): Promise<SigningKey[]> {
  return frame.db.asPlatform('signing keys of the provider', async (tx) => {
    await sql`select pg_advisory_xact_lock(${KEY_LOCK})`.execute(tx);
    const rows = await tx
      .selectFrom('provider_keys')
      .select('sealed_jwk')
      .orderBy('created_at', 'desc')
      .execute();
    if (rows.length === 0) return [await makeKey(frame, tx)];
    return rows.map((row) => unseal(frame, row.sealed_jwk));
  });
}

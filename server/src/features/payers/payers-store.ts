import type { PayerKey } from '#features/mandates/mandates-payer.ts';
import type { PlatformTx } from '#platform/database/database.ts';

/** A link that was sent to a phone, by the hash of its token. */
export async function writeLink(
  tx: PlatformTx,
  link: { hash: string; phone: string; expiresAt: Date },
): Promise<void> {
  const { hash: token_hash, phone, expiresAt: expires_at } = link;
  await tx.insertInto('payer_links').values({ token_hash, phone, expires_at }).execute();
}

export type PayerLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** A link that is open, locked where it is going to change; null for any other token. */
export async function findLink(
  tx: PlatformTx,
  hash: string,
  { now, lock }: { now: Date; lock: boolean },
) {
  const row = await tx
    .selectFrom('payer_links')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** Ends a link: it opens one session. */
export async function consumeLink(
  tx: PlatformTx,
  { token_hash }: Pick<PayerLink, 'token_hash'>,
): Promise<void> {
  await tx.deleteFrom('payer_links').where('token_hash', '=', token_hash).execute();
}

/** Keeps a session, by the hash of its token. */
export async function writeSession(
  tx: PlatformTx,
  session: PayerKey & { hash: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('payer_sessions')
    .values({
      token_hash: session.hash,
      phone: session.phone,
      account_fingerprints: [...session.fingerprints],
      expires_at: session.expiresAt,
    })
    .execute();
}

/** Whose session it is; null once it has ended. */
export async function findSession(
  tx: PlatformTx,
  hash: string,
  now: Date,
): Promise<PayerKey | null> {
  const row = await tx
    .selectFrom('payer_sessions')
    .select(['phone', 'account_fingerprints'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? { phone: row.phone, fingerprints: row.account_fingerprints } : null;
}

export async function endSession(tx: PlatformTx, hash: string): Promise<void> {
  await tx.deleteFrom('payer_sessions').where('token_hash', '=', hash).execute();
}

/** Deletes links and sessions that have ended. */
export async function forgetPayers(tx: PlatformTx, now: Date): Promise<void> {
  await tx.deleteFrom('payer_links').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('payer_sessions').where('expires_at', '<=', now).execute();
}

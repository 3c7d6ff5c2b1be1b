import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { ProviderState } from '#platform/database/tables.ts';

/** These ids are bearer secrets, so the database stores only their hashes. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** The payload without its bearer secret. The id is restored for a caller who knows it. */
function stored(payload: AdapterPayload): string {
  const session = payload.session && { ...payload.session, cookie: undefined };
  return JSON.stringify({ ...payload, jti: undefined, session });
}

type Row = Pick<Selectable<ProviderState>, 'payload' | 'consumed_at'>;

function restored(row: Row | undefined, id?: string): AdapterPayload | undefined {
  if (!row || typeof row.payload !== 'object' || Array.isArray(row.payload)) return undefined;
  const consumed = row.consumed_at && Math.floor(row.consumed_at.getTime() / 1000);
  return { ...row.payload, ...(id && { jti: id }), ...(consumed && { consumed }) };
}

/** The provider's storage of one kind of state, in PostgreSQL, shared by all servers. */
export function openAdapter(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  kind: string,
): Adapter {
  const run = <T>(what: string, work: (tx: Tx) => Promise<T>) =>
    db.asPlatform(`provider: ${what} ${kind}`, work);
  const find = (column: 'id_hash' | 'uid', value: string, id?: string) =>
    run('find', async (tx) => {
      const row = await tx
        .selectFrom('provider_state')
        .select(['payload', 'consumed_at'])
        .where('kind', '=', kind)
        .where(column, '=', value)
        .executeTakeFirst();
      return restored(row, id);
    });
  const remove = (column: 'id_hash' | 'grant_id', value: string) =>
    run('end', async (tx) => {
      await tx
        .deleteFrom('provider_state')
        .where('kind', '=', kind)
        .where(column, '=', value)
        .execute();
    });
  return {
    upsert: async (id, payload, expiresIn) => {
      const ends = expiresIn === undefined ? null : clock.now().getTime() + expiresIn * 1000;
      const row = {
        payload: stored(payload),
        account_id: payload.accountId ?? payload.result?.login?.accountId ?? null,
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        expires_at: ends === null ? null : new Date(ends),
      };
      await run('keep', (tx) =>
        tx
          .insertInto('provider_state')
          .values({ kind, id_hash: hashOf(id), ...row })
          .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(row))
          .execute(),
      );
    },
    find: (id) => find('id_hash', hashOf(id), id),
    findByUid: (uid) => find('uid', uid),
    // Only the device flow has user codes, and it is disabled.
    findByUserCode: () => Promise.resolve(undefined),
    consume: (id) =>
      run('use', async (tx) => {
        const used = await tx
          .updateTable('provider_state')
          .set({ consumed_at: clock.now() })
          .where('kind', '=', kind)
          .where('id_hash', '=', hashOf(id))
          .where('consumed_at', 'is', null)
          .returning('kind')
          .executeTakeFirst();
        // Another request was faster: a code or token is used once.
        if (!used) throw new errors.InvalidGrant('used already');
      }),
    destroy: (id) => remove('id_hash', hashOf(id)),
    revokeByGrantId: (grantId) => remove('grant_id', grantId),
  };
}

/**
 * Ends a session; false if it has ended. Its codes and tokens end with it: the provider looks for
 * the session at each use (expiresWithSession).
 */
export async function endProviderSession(tx: Tx, uid: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('provider_state')
    .where('kind', '=', 'Session')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends the sessions of an account, except one of them, and the sign-ins that have not become a session
 * yet. Returns how many sessions were ended.
 */
export async function endAccountSessions(
  tx: Tx,
  accountId: string,
  now: Date,
  spared: string | null = null,
): Promise<number> {
  await tx
    .deleteFrom('provider_state')
    .where('kind', '=', 'Interaction')
    .where('account_id', '=', accountId)
    .execute();
  const { numDeletedRows } = await tx
    .deleteFrom('provider_state')
    .where('kind', '=', 'Session')
    .where('account_id', '=', accountId)
    .where('uid', 'is distinct from', spared)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** True if the account's session with this id is active. A tenant's transaction may ask too. */
export async function isSessionLive(
  tx: Tx,
  accountId: string,
  uid: string | null,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ live: boolean }>`
    select is_session_live(${accountId}, ${uid}, ${now}) as live`.execute(tx);
  return rows[0]?.live === true;
}

import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Selectable } from 'kysely';
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

function find(tx: Tx, kind: string, column: 'id_hash' | 'uid', value: string) {
  return tx
    .selectFrom('provider_state')
    .select(['payload', 'consumed_at'])
    .where('kind', '=', kind)
    .where(column, '=', value)
    .executeTakeFirst();
}

function upsert(tx: Tx, kind: string, id: string, payload: AdapterPayload, expiresAt: Date | null) {
  const row = {
    payload: stored(payload),
    account_id: payload.accountId ?? null,
    grant_id: payload.grantId ?? null,
    uid: payload.uid ?? null,
    expires_at: expiresAt,
  };
  return tx
    .insertInto('provider_state')
    .values({ kind, id_hash: hashOf(id), ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(row))
    .execute();
}

/** Marks as used. Throws if another request was faster: a code or token is used once. */
async function consume(tx: Tx, kind: string, id: string, at: Date): Promise<void> {
  const used = await tx
    .updateTable('provider_state')
    .set({ consumed_at: at })
    .where('kind', '=', kind)
    .where('id_hash', '=', hashOf(id))
    .where('consumed_at', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  if (!used) throw new errors.InvalidGrant('used already');
}

/** The provider's storage of one kind of state, in PostgreSQL, shared by all servers. */
export function openAdapter(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  kind: string,
): Adapter {
  const run = <T>(what: string, work: (tx: Tx) => Promise<T>) =>
    db.asPlatform(`provider: ${what} ${kind}`, work);
  return {
    upsert: async (id, payload, expiresIn) => {
      const ends = expiresIn === undefined ? null : clock.now().getTime() + expiresIn * 1000;
      const expiresAt = ends === null ? null : new Date(ends);
      await run('keep', (tx) => upsert(tx, kind, id, payload, expiresAt));
    },
    find: (id) =>
      run('find', async (tx) => restored(await find(tx, kind, 'id_hash', hashOf(id)), id)),
    findByUid: (uid) => run('find', async (tx) => restored(await find(tx, kind, 'uid', uid))),
    // Only the device flow has user codes, and it is disabled.
    findByUserCode: () => Promise.resolve(undefined),
    consume: (id) => run('use', (tx) => consume(tx, kind, id, clock.now())),
    destroy: (id) =>
      run('end', async (tx) => {
        await tx
          .deleteFrom('provider_state')
          .where('kind', '=', kind)
          .where('id_hash', '=', hashOf(id))
          .execute();
      }),
    revokeByGrantId: (grantId) =>
      run('revoke', async (tx) => {
        await tx
          .deleteFrom('provider_state')
          .where('kind', '=', kind)
          .where('grant_id', '=', grantId)
          .execute();
      }),
  };
}

/** Ends every session, grant, code and refresh token of an account. */
export async function endAccountState(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('provider_state').where('account_id', '=', accountId).execute();
}

/** Ends sessions with the grants given in them and their tokens. */
export async function endSessions(tx: Tx, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  const ended = await tx
    .deleteFrom('provider_state')
    .where('kind', '=', 'Session')
    .where('uid', 'in', uids)
    .returning('payload')
    .execute();
  const grantIds = ended.flatMap(({ payload }) =>
    grantIdsOf(restored({ payload, consumed_at: null })),
  );
  if (grantIds.length > 0) await endGrants(tx, grantIds);
}

/** Ends grants with all codes and tokens issued from them. */
export async function endGrants(tx: Tx, grantIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('provider_state')
    .where((row) =>
      row.or([
        row('grant_id', 'in', grantIds),
        row.and([row('kind', '=', 'Grant'), row('id_hash', 'in', grantIds.map(hashOf))]),
      ]),
    )
    .execute();
}

/** The grants that were given in a session. */
export function grantIdsOf(session: AdapterPayload | undefined): string[] {
  return Object.values(session?.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
}

/** True if the account's session with this id is active. */
export async function isSessionLive(tx: Tx, accountId: string, uid: string): Promise<boolean> {
  const live = await tx
    .selectFrom('provider_state')
    .select('kind')
    .where('kind', '=', 'Session')
    .where('account_id', '=', accountId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return live !== undefined;
}

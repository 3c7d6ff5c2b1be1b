import type { DeviceKind, PersonSession } from '@tegeka/contract/sessions.ts';
import { SESSIONS_LISTED } from '@tegeka/contract/sessions.ts';
import { sql } from 'kysely';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { deviceOf, networkOf } from './sessions-device.ts';

/** The active sessions of an account, for their owner: the current one first, then by last use. */
export async function readSessions(
  tx: Tx,
  accountId: string,
  current: string | null,
  now: Date,
): Promise<PersonSession[]> {
  const rows = await tx
    .selectFrom('sessions')
    .innerJoin('provider_state', (join) =>
      join
        .onRef('provider_state.uid', '=', 'sessions.uid')
        .on('provider_state.kind', '=', 'Session'),
    )
    .select(['id', 'sessions.uid', 'device', 'sessions.kind', 'network'])
    .select(['signed_in_at', 'last_active_at'])
    .$narrowType<{ kind: DeviceKind }>()
    .where('sessions.account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy(sql`sessions.uid = ${current ?? ''}`, 'desc')
    .orderBy('last_active_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SESSIONS_LISTED)
    .execute();
  return rows.map(({ uid, signed_in_at, last_active_at, ...row }) => ({
    ...row,
    signedInAt: signed_in_at.toISOString(),
    lastActiveAt: last_active_at.toISOString(),
    current: uid === current,
  }));
}

/** The provider's id of a session of this account. Null for any other. */
export async function findSession(tx: Tx, accountId: string, id: string): Promise<string | null> {
  const found = await tx
    .selectFrom('sessions')
    .select('uid')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found?.uid ?? null;
}

/** Records sign-ins and token renewals for the list of sessions, after the provider has answered. */
export async function traceSession(
  { db, clock, ids }: AppContext,
  koaCtx: KoaContextWithOIDC,
): Promise<void> {
  const { route, session, entities } = koaCtx.oidc;
  const at = clock.now();
  // Set from the connection itself. The caller cannot change it.
  const network = networkOf(koaCtx.get('x-forwarded-for'));
  const seen = { last_active_at: at, network };
  if ((route === 'authorization' || route === 'resume') && session?.accountId && session.loginTs) {
    const { label, kind } = deviceOf(koaCtx.get('user-agent'));
    const row = {
      account_id: session.accountId,
      device: label,
      kind,
      signed_in_at: new Date(session.loginTs * 1000),
      ...seen,
    };
    const { uid } = session;
    await db.asPlatform('note a session', (tx) =>
      tx
        .insertInto('sessions')
        .values({ id: ids.uuid(at), uid, ...row })
        .onConflict((conflict) => conflict.column('uid').doUpdateSet(row))
        .execute(),
    );
  }
  const renewed = entities.RefreshToken?.sessionUid;
  if (route === 'token' && koaCtx.status === 200 && renewed) {
    await db.asPlatform('a session is in use', (tx) =>
      tx.updateTable('sessions').set(seen).where('uid', '=', renewed).execute(),
    );
  }
}

import type { DeviceKind, PersonSession } from '@tegeka/contract/sessions.ts';
import { DEVICE_KINDS } from '@tegeka/contract/sessions.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { endSessions } from '#identity/provider/provider-store.ts';
import type { Device } from './sessions-device.ts';

/** A session, from the provider's state and its request. */
export interface SeenSession {
  id: string;
  /** The provider's id of the session. */
  uid: string;
  accountId: string;
  device: Device;
  network: string | null;
  signedInAt: Date;
  at: Date;
}

/** Inserts or updates a session. */
export async function saveSession(tx: Tx, seen: SeenSession): Promise<void> {
  const { id, uid, accountId, device, network, signedInAt, at } = seen;
  const fresh = {
    account_id: accountId,
    device: device.words,
    kind: device.kind,
    network,
    signed_in_at: signedInAt,
    last_active_at: at,
  };
  await tx
    .insertInto('sessions')
    .values({ id, uid, ...fresh })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(fresh))
    .execute();
}

/** Records that a session was used. */
export async function touchSession(
  tx: Tx,
  uid: string,
  network: string | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_active_at: at, network })
    .where('uid', '=', uid)
    .execute();
}

/** The sessions of an account that the provider still accepts. */
function liveSessions(tx: Tx, accountId: string, now: Date) {
  return tx
    .selectFrom('sessions')
    .where('sessions.account_id', '=', accountId)
    .where((row) =>
      row.exists(
        row
          .selectFrom('provider_state')
          .select('kind')
          .where('kind', '=', 'Session')
          .where('expires_at', '>', now)
          .whereRef('provider_state.uid', '=', 'sessions.uid')
          .whereRef('provider_state.account_id', '=', 'sessions.account_id'),
      ),
    );
}

function kindOf(text: string): DeviceKind {
  return DEVICE_KINDS.find((known) => known === text) ?? 'OTHER';
}

/** The active sessions of an account: the current one first, then by last use. */
export async function readSessions(
  tx: Tx,
  { accountId, current, now }: { accountId: string; current: string | null; now: Date },
  most: number,
): Promise<PersonSession[]> {
  const rows = await liveSessions(tx, accountId, now)
    .select(['id', 'uid', 'device', 'kind', 'network', 'signed_in_at', 'last_active_at'])
    .orderBy(sql`sessions.uid = ${current ?? ''}`, 'desc')
    .orderBy('last_active_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    kind: kindOf(row.kind),
    network: row.network,
    signedInAt: row.signed_in_at.toISOString(),
    lastActiveAt: row.last_active_at.toISOString(),
    current: row.uid === current,
  }));
}

/** The provider's id of an active session of this account. Null for any other session. */
export async function findSession(
  tx: Tx,
  accountId: string,
  id: string,
  now: Date,
): Promise<string | null> {
  const found = await liveSessions(tx, accountId, now)
    .select('uid')
    .where('sessions.id', '=', id)
    .executeTakeFirst();
  return found?.uid ?? null;
}

/** Ends every session of an account except one. Returns how many were ended. */
export async function endSessionsBut(
  tx: Tx,
  accountId: string,
  spared: string | null,
  now: Date,
): Promise<number> {
  const others = await liveSessions(tx, accountId, now)
    .select('uid')
    .where('uid', '!=', spared ?? '')
    .execute();
  const uids = others.map(({ uid }) => uid);
  await endSessions(tx, uids);
  return uids.length;
}

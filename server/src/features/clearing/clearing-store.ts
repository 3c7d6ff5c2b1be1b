import { createHash } from 'node:crypto';
import { CLEARING_FILE, type ClearingFile } from '@tegeka/contract/clearing/clearing.ts';
import { sql } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Keys } from '#platform/security/keys.ts';
import { type Actor, recordFirstState, SYSTEM, transition } from '#platform/state/transition.ts';
import { encryptBytes } from './clearing-files.ts';
import type { Party } from './clearing-parties.ts';
import { wireId } from './iso/iso-fields.ts';

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A new outbound file. Its id is the message id. */
export interface NewOutbound {
  id: string;
  party: Pick<Party, 'channel' | 'bankId'>;
  message: string;
  /** What it is about, where it is one mandate. */
  mandate?: { id: string; organizationId: string; reference: string };
  /** The cut-off that it is for, where it has debits or payouts. */
  cutOff?: Date;
  /** When it is first checked that its debits were settled. */
  moneyDueAt?: Date;
  items: number;
  /** What its items add up to, where they are money. */
  total?: number;
  text: string;
  /** The business clock. */
  at: Date;
}

export async function insertOutbound(
  tx: PlatformTx,
  keys: Keys,
  { id, party, message, mandate, cutOff, moneyDueAt, items, total, text, at }: NewOutbound,
): Promise<void> {
  const messageId = wireId(id);
  const bytes = Buffer.from(text);
  await tx
    .insertInto('clearing_files')
    .values({
      id,
      direction: 'OUT',
      channel: party.channel,
      bank_id: party.bankId,
      name: `${messageId}.xml`,
      message,
      message_id: messageId,
      sha256: sha256Of(bytes),
      known_by: messageId,
      size: bytes.length,
      encrypted_content: encryptBytes(keys, bytes),
      state: 'READY',
      organization_id: mandate?.organizationId ?? null,
      mandate_id: mandate?.id ?? null,
      mandate_reference: mandate?.reference ?? null,
      cut_off: cutOff ?? null,
      money_due_at: moneyDueAt ?? null,
      items,
      total: total ?? null,
      created_at: at,
    })
    .execute();
  const first = { organizationId: null, id, to: 'READY', actor: SYSTEM, at } as const;
  await recordFirstState(tx, CLEARING_FILE, first);
}

/** A new inbound file; `bytes` is null where it is refused at once. */
export interface NewInbound {
  id: string;
  party: Pick<Party, 'channel' | 'bankId'>;
  name: string;
  sha256: string;
  /** What it is recognised by when it comes again: its hash, unless the hash has to stay free. */
  knownBy: string;
  size: number;
  bytes: Buffer | null;
  at: Date;
  actor: Actor;
  /** True where it waits for a second operator. */
  isHeld: boolean;
}

/** Stores a file; the same bytes of a channel are stored once. Returns the id of the stored file. */
export async function keepInbound(tx: Tx, keys: Keys, file: NewInbound): Promise<string> {
  const { id, party, name, sha256, knownBy, size, bytes, at, actor, isHeld } = file;
  const to = bytes === null ? 'REFUSED' : isHeld ? 'HELD' : 'RECEIVED';
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('clearing_files')
    .values({
      id,
      direction: 'IN',
      channel: party.channel,
      bank_id: party.bankId,
      name,
      sha256,
      known_by: knownBy,
      size,
      encrypted_content: bytes && encryptBytes(keys, bytes),
      state: to,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'known_by']).where('direction', '=', 'IN').doNothing(),
    )
    .executeTakeFirst();
  if (inserted === 1n) {
    await recordFirstState(tx, CLEARING_FILE, { organizationId: null, id, to, actor, at });
    return id;
  }
  const kept = await findInbound(tx, party.channel, knownBy);
  if (kept === null) throw new Error('A file that was kept is gone');
  return kept;
}

/** The id of the inbound file of a channel with this `known_by`; null where there is none. */
export async function findInbound(tx: Tx, channel: string, knownBy: string) {
  const row = await tx
    .selectFrom('clearing_files')
    .select('id')
    .where('channel', '=', channel)
    .where('known_by', '=', knownBy)
    .where('direction', '=', 'IN')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Files in these states, the oldest first; failed ones only from their next try on. A message about a mandate
 * waits until the earlier ones about it are sent: a bank would not know what is cancelled.
 */
const waiting = (tx: PlatformTx, states: readonly ('READY' | 'RECEIVED')[], now: Date) =>
  tx
    .selectFrom('clearing_files')
    .where('state', 'in', states)
    .where((eb) => eb.or([eb('failures', '=', 0), eb('retry_at', '<=', now)]))
    .where(
      sql<boolean>`not exists (select from clearing_files earlier
        where earlier.mandate_id = clearing_files.mandate_id and earlier.direction = 'OUT'
          and earlier.state = 'READY' and earlier.id < clearing_files.id)`,
    )
    .orderBy('id');

/** When the first file in one of the states was made; null where none waits. */
export async function firstWaiting(
  tx: PlatformTx,
  states: readonly ('READY' | 'RECEIVED')[],
  now: Date,
): Promise<Date | null> {
  const row = await waiting(tx, states, now).select('created_at').limit(1).executeTakeFirst();
  return row?.created_at ?? null;
}

export function readWaiting(
  tx: PlatformTx,
  state: 'READY' | 'RECEIVED',
  { now, max }: { now: Date; max: number },
): Promise<{ id: string }[]> {
  return waiting(tx, [state], now).select('id').limit(max).execute();
}

/** A file that is in a state, locked; null where it is not, or another server works on it. */
export async function lockFile(tx: PlatformTx, id: string, state: 'READY' | 'RECEIVED') {
  const row = await tx
    .selectFrom('clearing_files')
    .select(['channel', 'name', 'message_id', 'items_processed'])
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

/** A file, once nobody else works on it, locked. */
export function lockFileWaiting(tx: PlatformTx, id: string) {
  return tx
    .selectFrom('clearing_files')
    .select(['state', 'channel', 'name', 'open_sends', 'items'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const FILES = { machine: CLEARING_FILE, table: 'clearing_files', owner: 'platform' } as const;

export function moveFile(
  tx: PlatformTx,
  command: Omit<
    Parameters<typeof transition<ClearingFile['state'], 'clearing_files'>>[2],
    'actor'
  > & {
    actor?: Actor;
  },
) {
  return transition(tx, FILES, { actor: SYSTEM, ...command });
}

/** Stores the header of a file. Returns false where its channel has sent such a message with this id before. */
export async function nameMessage(
  tx: PlatformTx,
  { id, channel }: { id: string; channel: string },
  header: { message: string; messageId: string; items: number },
): Promise<boolean> {
  const other = await tx
    .selectFrom('clearing_files')
    .select('id')
    .where('channel', '=', channel)
    .where('direction', '=', 'IN')
    .where('message', '=', header.message)
    .where('message_id', '=', header.messageId)
    .where('state', '<>', 'REFUSED')
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) return false;
  await tx
    .updateTable('clearing_files')
    .set({ message: header.message, message_id: header.messageId, items: header.items })
    .where('id', '=', id)
    .execute();
  return true;
}

export async function countProcessed(tx: PlatformTx, id: string, taken: number): Promise<void> {
  await tx
    .updateTable('clearing_files')
    .set({ items_processed: taken })
    .where('id', '=', id)
    .execute();
}

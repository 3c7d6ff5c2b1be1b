import { createHash } from 'node:crypto';
import { BANK_FILE, type BankFile } from '@tegeka/contract/clearing.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Keys } from '#platform/security/keys.ts';
import { type Actor, recordFirstState, SYSTEM, transition } from '#platform/state/transition.ts';
import { sealBytes } from './clearing-files.ts';

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A file of ours, to be sent as it is. */
export interface NewOutbound {
  id: string;
  bankId: string;
  message: string;
  /** As on the wire. */
  messageId: string;
  mandate: { id: string; organizationId: string; reference: string };
  bytes: Buffer;
  /** The business clock. */
  at: Date;
}

export async function insertOutbound(
  tx: PlatformTx,
  keys: Keys,
  { id, bankId, message, messageId, mandate, bytes, at }: NewOutbound,
): Promise<void> {
  await tx
    .insertInto('bank_files')
    .values({
      id,
      direction: 'OUT',
      bank_id: bankId,
      name: `${messageId}.xml`,
      message,
      message_id: messageId,
      sha256: sha256Of(bytes),
      known_by: messageId,
      size: bytes.length,
      content_sealed: sealBytes(keys, bytes),
      state: 'WRITTEN',
      organization_id: mandate.organizationId,
      mandate_id: mandate.id,
      mandate_reference: mandate.reference,
      created_at: at,
    })
    .execute();
  const first = { organizationId: null, id, to: 'WRITTEN', actor: SYSTEM, at } as const;
  await recordFirstState(tx, BANK_FILE, first);
}

/** A file of a bank as it came in; no bytes where it is not to be taken in. */
export interface NewInbound {
  id: string;
  bankId: string;
  name: string;
  sha256: string;
  /** The checksum beside it, where the bytes do not fit that. */
  wrongSum: string | null;
  size: number;
  bytes: Buffer | null;
  at: Date;
  actor: Actor;
}

/** Keeps a file of a bank; the same bytes of the same bank once. Gives the id of the one that is kept. */
export async function keepInbound(tx: Tx, keys: Keys, file: NewInbound): Promise<string> {
  const { id, bankId, name, sha256, wrongSum, size, bytes, at, actor } = file;
  const known_by = wrongSum === null ? sha256 : `${sha256} ${wrongSum}`;
  const to = bytes === null ? 'REFUSED' : 'RECEIVED';
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('bank_files')
    .values({
      id,
      direction: 'IN',
      bank_id: bankId,
      name,
      sha256,
      known_by,
      size,
      content_sealed: bytes && sealBytes(keys, bytes),
      state: to,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['bank_id', 'known_by']).where('direction', '=', 'IN').doNothing(),
    )
    .executeTakeFirst();
  if (inserted === 1n) {
    await recordFirstState(tx, BANK_FILE, { organizationId: null, id, to, actor, at });
    return id;
  }
  const kept = await tx
    .selectFrom('bank_files')
    .select('id')
    .where('bank_id', '=', bankId)
    .where('known_by', '=', known_by)
    .where('direction', '=', 'IN')
    .executeTakeFirstOrThrow();
  return kept.id;
}

/** Files that wait to be sent or taken in, the oldest first. */
export function readWaiting(
  tx: PlatformTx,
  state: 'WRITTEN' | 'RECEIVED',
  most: number,
): Promise<{ id: string }[]> {
  return tx
    .selectFrom('bank_files')
    .select('id')
    .where('state', '=', state)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** A file that is in a state, locked; null where it is not, or another server works on it. */
export async function lockFile(tx: PlatformTx, id: string, state: 'WRITTEN' | 'RECEIVED') {
  const row = await tx
    .selectFrom('bank_files')
    .select(['bank_id', 'name', 'items_taken'])
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

const FILES = { machine: BANK_FILE, table: 'bank_files', owner: 'platform' } as const;

/** Leads a file into another state. */
export function moveFile(
  tx: PlatformTx,
  command: Omit<Parameters<typeof transition<BankFile['state'], 'bank_files'>>[2], 'actor'> & {
    actor?: Actor;
  },
) {
  return transition(tx, FILES, { actor: SYSTEM, ...command });
}

/** Notes what the header of a file says; false where another file of the bank has the same id. */
export async function nameMessage(
  tx: PlatformTx,
  { id, bankId }: { id: string; bankId: string },
  header: { message: string; messageId: string; items: number },
): Promise<boolean> {
  const other = await tx
    .selectFrom('bank_files')
    .select('id')
    .where('bank_id', '=', bankId)
    .where('direction', '=', 'IN')
    .where('message_id', '=', header.messageId)
    .where('state', '<>', 'REFUSED')
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) return false;
  await tx
    .updateTable('bank_files')
    .set({ message: header.message, message_id: header.messageId, items: header.items })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Notes how far a file was taken in. */
export async function countTaken(tx: PlatformTx, id: string, taken: number): Promise<void> {
  await tx.updateTable('bank_files').set({ items_taken: taken }).where('id', '=', id).execute();
}

/** What was sent about a mandate: that message, with what the bank has answered; null where none was. */
export async function findSent(tx: PlatformTx, mandateId: string, message: string) {
  const row = await tx
    .selectFrom('bank_files')
    .select(['id', 'bank_id', 'answer'])
    .where('direction', '=', 'OUT')
    .where('mandate_id', '=', mandateId)
    .where('message', '=', message)
    .executeTakeFirst();
  return row ?? null;
}

/** What was sent under an id on the wire; null where nothing was. */
export async function findSentById(tx: PlatformTx, messageId: string) {
  const row = await tx
    .selectFrom('bank_files')
    .select(['id', 'bank_id', 'message', 'mandate_id', 'answer'])
    .where('direction', '=', 'OUT')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row ?? null;
}

import {
  CLEARING_FILE,
  type ClearingFile,
  clearingFileShape,
  listClearingFiles,
} from '@tegeka/contract/clearing/clearing.ts';
import { plainReference } from '@tegeka/contract/kit/reference.ts';
import { sql, type SqlBool } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Keys } from '#platform/security/keys.ts';
import { reencryptColumn } from '#platform/security/re-encryption.ts';
import type { EncryptionScope } from '#platform/security/encrypted-text.ts';
import { refuse } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { PACS_003 } from './iso/iso-debits.ts';
import { PAIN_001 } from './iso/iso-transfers.ts';

/** Files contain account numbers, so their content is encrypted. They belong to no tenant. */
const CONTENT: EncryptionScope = { tenant: null, purpose: 'clearing file' };

// latin1 maps each byte to one character: the bytes of a bank need not be valid UTF-8.
export const encryptBytes = (keys: Pick<Keys, 'encrypt'>, bytes: Buffer) =>
  keys.encrypt(CONTENT, bytes.toString('latin1'));
const decryptBytes = (keys: Pick<Keys, 'decrypt'>, encrypted: string) =>
  Buffer.from(keys.decrypt(CONTENT, encrypted), 'latin1');

/** See `reencrypt` of a feature. */
export const REENCRYPT_FILES = reencryptColumn({
  table: 'clearing_files',
  key: ['id'],
  column: 'encrypted_content',
  // A file may have 20 MB.
  batch: 4,
  scope: () => CONTENT,
});

const fileRows = (tx: Tx) =>
  tx
    .selectFrom('clearing_files')
    .select(['id', 'direction', 'channel', 'bank_id', 'name', 'message', 'message_id', 'sha256'])
    .select([
      'size',
      'state',
      'cut_off',
      'items',
      'total',
      'items_processed',
      'failures',
      'open_sends',
    ])
    .select(['mandate_reference', 'created_at'])
    .select(bankNameOf('clearing_files').as('bank_name'));

/** Only debits and payouts can go out with another file. */
export const isWithdrawable = (message: string | null) =>
  message === PACS_003 || message === PAIN_001;

function fileOf(row: Awaited<ReturnType<ReturnType<typeof fileRows>['execute']>>[number]) {
  return clearingFileShape.parse({
    ...row,
    bank: row.bank_id === null ? null : { id: row.bank_id, name: row.bank_name ?? '' },
    messageId: row.message_id,
    size: Number(row.size),
    canBeWithdrawn: row.state === 'READY' && row.open_sends === 0 && isWithdrawable(row.message),
    cutOff: row.cut_off?.toISOString() ?? null,
    total: row.total === null ? null : Number(row.total),
    itemsProcessed: row.items_processed,
    mandateReference: row.mandate_reference,
    createdAt: row.created_at.toISOString(),
  });
}

/** The files that a caller sees: those of their bank, or all of them for operators. */
export function fileList(bankId: string | null) {
  return listSource({
    endpoint: listClearingFiles,
    entity: bankId === null ? 'clearing_files' : 'clearing_files_of_banks',
    ...(bankId !== null && { organizationId: bankId }),
    states: CLEARING_FILE.states,
    rows: (tx) => fileRows(tx).$if(bankId !== null, (query) => query.where('bank_id', '=', bankId)),
    item: fileOf,
    id: 'clearing_files.id',
    state: 'clearing_files.state',
    sorts: { createdAt: ['clearing_files.id'] },
    filters: {
      channel: (value) => sql<SqlBool>`clearing_files.channel = ${value}`,
      bankId: (value) => sql<SqlBool>`clearing_files.bank_id = ${value}`,
      reference: (value) =>
        sql<SqlBool>`clearing_files.mandate_reference = ${plainReference(String(value))}`,
    },
  });
}

/** A file without its content. Refuses NOT_FOUND, also for one of another bank than `bankId`. */
export async function readFile(
  tx: Tx,
  id: string,
  bankId: string | null = null,
): Promise<ClearingFile> {
  const row = await fileRows(tx)
    .where('id', '=', id)
    .$if(bankId !== null, (query) => query.where('bank_id', '=', bankId))
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return fileOf(row);
}

/** The bytes of a file; null where they were not stored: too large, or with a wrong checksum. */
export async function readContent(
  tx: Tx,
  keys: Pick<Keys, 'decrypt'>,
  id: string,
): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('clearing_files')
    .select('encrypted_content')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row.encrypted_content === null ? null : decryptBytes(keys, row.encrypted_content);
}

/** The outbound file with this message about a mandate; null where there is none. */
export async function findSent(tx: PlatformTx, mandateId: string, message: string) {
  const row = await tx
    .selectFrom('clearing_files')
    .select(['id', 'bank_id', 'state'])
    .where('direction', '=', 'OUT')
    .where('mandate_id', '=', mandateId)
    .where('message', '=', message)
    .executeTakeFirst();
  return row ?? null;
}

/** The outbound file with a message id, as on the wire; null where there is none. */
export async function findSentById(tx: PlatformTx, messageId: string) {
  const row = await tx
    .selectFrom('clearing_files')
    .select(['id', 'channel', 'message', 'message_id', 'mandate_id', 'state', 'items'])
    .where('direction', '=', 'OUT')
    .where('message_id', '=', messageId)
    .where('state', '<>', 'WITHDRAWN')
    .executeTakeFirst();
  return row ?? null;
}

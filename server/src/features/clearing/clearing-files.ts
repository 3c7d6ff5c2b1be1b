import {
  BANK_FILE,
  type BankFile,
  bankFileShape,
  listBankFiles,
} from '@tegeka/contract/clearing.ts';
import { sql, type SqlBool } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Keys } from '#platform/security/keys.ts';
import type { SealScope } from '#platform/security/sealed-text.ts';
import { refuse } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';

/** Files have account numbers, so they are sealed; they belong to the platform. */
const CONTENT: SealScope = { tenant: null, purpose: 'bank file' };

// Bytes as a text of as many signs: what a bank sends need not be UTF-8.
export const sealBytes = (keys: Pick<Keys, 'seal'>, bytes: Buffer) =>
  keys.seal(CONTENT, bytes.toString('latin1'));
const openBytes = (keys: Pick<Keys, 'open'>, sealed: string) =>
  Buffer.from(keys.open(CONTENT, sealed), 'latin1');

/** See `reseal` of a feature. */
export async function resealFiles(keys: Keys, tx: PlatformTx, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('bank_files')
    .select(['id', 'content_sealed'])
    .where('content_sealed', 'is not', null)
    .where('content_sealed', 'not like', `${keys.sealMark}%`)
    .limit(limit)
    .forUpdate()
    .execute();
  for (const { id, content_sealed: sealed } of rows) {
    if (sealed === null) continue;
    const content_sealed = sealBytes(keys, openBytes(keys, sealed));
    await tx.updateTable('bank_files').set({ content_sealed }).where('id', '=', id).execute();
  }
  return rows.length;
}

const fileRows = (tx: Tx) =>
  tx
    .selectFrom('bank_files')
    .select(['id', 'direction', 'bank_id', 'name', 'message', 'message_id', 'sha256', 'size'])
    .select(['state', 'answer', 'items', 'items_taken', 'mandate_reference', 'created_at'])
    .select(bankNameOf('bank_files').as('bank_name'));

function fileOf(row: Awaited<ReturnType<ReturnType<typeof fileRows>['execute']>>[number]) {
  return bankFileShape.parse({
    ...row,
    bank: { id: row.bank_id, name: row.bank_name ?? '' },
    messageId: row.message_id,
    size: Number(row.size),
    itemsTaken: row.items_taken,
    mandateReference: row.mandate_reference,
    createdAt: row.created_at.toISOString(),
  });
}

/** The files of all channels, for operators. */
export const FILE_LIST = listSource({
  endpoint: listBankFiles,
  entity: 'bank_files',
  states: BANK_FILE.states,
  rows: fileRows,
  item: fileOf,
  id: 'bank_files.id',
  state: 'bank_files.state',
  sorts: { createdAt: ['bank_files.id'] },
  filters: {
    bankId: (value) => sql<SqlBool>`bank_files.bank_id = ${value}`,
    reference: (value) => {
      const typed = String(value).toUpperCase().replaceAll(/[\s-]/g, '');
      return sql<SqlBool>`bank_files.mandate_reference = ${typed}`;
    },
  },
});

export async function readFile(tx: Tx, id: string): Promise<BankFile> {
  const row = await fileRows(tx).where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return fileOf(row);
}

/** The bytes of a file; null where it was too large to be kept. */
export async function readContent(
  tx: Tx,
  keys: Pick<Keys, 'open'>,
  id: string,
): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('bank_files')
    .select('content_sealed')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row.content_sealed === null ? null : openBytes(keys, row.content_sealed);
}

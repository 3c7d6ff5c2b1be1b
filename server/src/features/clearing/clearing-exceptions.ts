import {
  type ClearingException,
  EXCEPTION,
  type ExceptionKind,
  exceptionShape,
  listExceptions,
} from '@tegeka/contract/clearing/exceptions.ts';
import { sql, type SqlBool } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { type Actor, recordFirstState, SYSTEM, transition } from '#platform/state/transition.ts';

const exceptionRows = (tx: Tx) =>
  tx
    .selectFrom('clearing_exceptions')
    .innerJoin('clearing_files as file', 'file.id', 'clearing_exceptions.file_id')
    .select(['clearing_exceptions.id', 'clearing_exceptions.state', 'kind', 'item'])
    .select('clearing_exceptions.file_id')
    .select(['clearing_exceptions.reference', 'words', 'clearing_exceptions.created_at'])
    .select(['file.channel', 'file.bank_id', 'file.name as file_name'])
    .select(bankNameOf('file').as('bank_name'))
    .leftJoin('clearing_entries as entry', (join) =>
      join
        .onRef('entry.entry_id', '=', 'clearing_exceptions.reference')
        .on('clearing_exceptions.kind', '=', 'UNMATCHED'),
    )
    .select('entry.suspense');

function exceptionOf(
  row: Awaited<ReturnType<ReturnType<typeof exceptionRows>['execute']>>[number],
): ClearingException {
  return exceptionShape.parse({
    ...row,
    bank: row.bank_id === null ? null : { id: row.bank_id, name: row.bank_name ?? '' },
    file: { id: row.file_id, name: row.file_name },
    suspense: row.suspense === null ? null : Number(row.suspense),
    createdAt: row.created_at.toISOString(),
  });
}

/** The exceptions of all channels, for operators. */
export const EXCEPTION_LIST = listSource({
  endpoint: listExceptions,
  entity: 'clearing_exceptions',
  states: EXCEPTION.states,
  rows: exceptionRows,
  item: exceptionOf,
  id: 'clearing_exceptions.id',
  state: 'clearing_exceptions.state',
  sorts: { createdAt: ['clearing_exceptions.id'] },
  filters: {
    channel: (value) => sql<SqlBool>`file.channel = ${value}`,
    bankId: (value) => sql<SqlBool>`file.bank_id = ${value}`,
    kind: (value) => sql<SqlBool>`clearing_exceptions.kind = ${value}`,
  },
});

export async function readException(tx: Tx, id: string): Promise<ClearingException> {
  const row = await exceptionRows(tx).where('clearing_exceptions.id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return exceptionOf(row);
}

/** An exception that is going to change, locked. Refuses NOT_FOUND. */
export async function lockException(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('clearing_exceptions')
    .select(['state', 'kind', 'reference', 'item', 'file_id as fileId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** Something that needs a person. */
export interface NewException {
  id: string;
  kind: ExceptionKind;
  fileId: string;
  item: number;
  reference: string | null;
  words: string;
  at: Date;
}

/** Writes an exception down; one of a kind for each item of a file. */
export async function insertException(tx: PlatformTx, exception: NewException): Promise<void> {
  const { id, kind, fileId, item, reference, words, at } = exception;
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('clearing_exceptions')
    .values({
      id,
      state: 'OPEN',
      kind,
      file_id: fileId,
      item,
      reference,
      words,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted !== 1n) return;
  const first = { organizationId: null, id, to: 'OPEN', actor: SYSTEM, at } as const;
  await recordFirstState(tx, EXCEPTION, first);
}

/** Closes an exception. Refuses EXCEPTION_CLOSED. */
export async function closeException(
  tx: Tx,
  id: string,
  { actor, reason, at }: { actor: Actor; reason: string; at: Date },
): Promise<void> {
  const { state } = await readException(tx, id);
  if (state === 'CLOSED') throw refuse('EXCEPTION_CLOSED');
  const of = { machine: EXCEPTION, table: 'clearing_exceptions', owner: 'platform' } as const;
  await transition(tx, of, { id, to: 'CLOSED', actor, reason, at });
}

import {
  canReopen,
  type ClearingException,
  EXCEPTION,
  type ExceptionKind,
  type ExceptionOutcome,
  exceptionShape,
  listExceptions,
} from '@tegeka/contract/clearing/exceptions.ts';
import { sql, type SqlBool } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { type Actor, recordFirstState, SYSTEM, transition } from '#platform/state/transition.ts';

export const exceptionRows = (tx: Tx) =>
  tx
    .selectFrom('clearing_exceptions')
    .innerJoin('clearing_files as file', 'file.id', 'clearing_exceptions.file_id')
    .select(['clearing_exceptions.id', 'clearing_exceptions.state', 'kind', 'item'])
    .select('clearing_exceptions.file_id')
    .select(['clearing_exceptions.reference', 'explanation', 'clearing_exceptions.created_at'])
    .select(['file.channel', 'file.bank_id', 'file.name as file_name'])
    .select(bankNameOf('file').as('bank_name'))
    .select(['clearing_exceptions.outcome', 'clearing_exceptions.closed_with'])
    .select((eb) =>
      eb
        .selectFrom('clearing_exceptions as counterpart')
        .select('counterpart.reference')
        .whereRef('counterpart.id', '=', 'clearing_exceptions.closed_with')
        .as('closed_with_reference'),
    )
    .leftJoin('clearing_entries as entry', (join) =>
      join
        .onRef('entry.entry_id', '=', 'clearing_exceptions.reference')
        .on('clearing_exceptions.kind', '=', 'UNMATCHED'),
    )
    .select(['entry.suspense', 'entry.repayment_reference', 'entry.booked_on']);

export type ExceptionRow = Awaited<ReturnType<ReturnType<typeof exceptionRows>['execute']>>[number];

export function exceptionOf(row: ExceptionRow): ClearingException {
  return exceptionShape.parse({
    ...row,
    bank: row.bank_id === null ? null : { id: row.bank_id, name: row.bank_name ?? '' },
    file: { id: row.file_id, name: row.file_name },
    suspense: row.suspense === null ? null : Number(row.suspense),
    closedWith:
      row.closed_with === null
        ? null
        : { id: row.closed_with, name: row.closed_with_reference ?? '' },
    createdAt: row.created_at.toISOString(),
  });
}

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
    outcome: (value) => sql<SqlBool>`clearing_exceptions.outcome = ${value}`,
  },
});

/** An exception that is going to change, locked. Refuses NOT_FOUND. */
export async function lockException(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('clearing_exceptions')
    .select(['state', 'kind', 'reference', 'item', 'outcome', 'file_id as fileId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** Something that needs a person. */
export interface NewException {
  /** Given where a posting already refers to it. */
  id?: string | undefined;
  kind: ExceptionKind;
  fileId: string;
  item: number;
  reference: string | null;
  explanation: string;
  at: Date;
}

/** Inserts an exception; ignored where the item has one of this kind (clearing_exceptions_once). */
export async function insertException(
  { ids, clock }: Pick<AppContext, 'ids' | 'clock'>,
  tx: PlatformTx,
  exception: NewException,
): Promise<void> {
  const { id = ids.uuid(clock.now()), kind, fileId, item, reference, explanation, at } = exception;
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('clearing_exceptions')
    .values({
      id,
      state: 'OPEN',
      kind,
      item,
      reference,
      explanation,
      file_id: fileId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted !== 1n) return;
  const first = { organizationId: null, id, to: 'OPEN', actor: SYSTEM, at } as const;
  await recordFirstState(tx, EXCEPTION, first);
}

const STATES = { machine: EXCEPTION, table: 'clearing_exceptions', owner: 'platform' } as const;

/** Closes an exception with its outcome. Refuses EXCEPTION_CLOSED. */
export async function closeException(
  tx: Tx,
  id: string,
  {
    outcome,
    closedWith = null,
    bookedAs = null,
    ...made
  }: {
    outcome: ExceptionOutcome;
    closedWith?: string | null;
    /** The id of the manual booking, where the outcome is BOOKED. */
    bookedAs?: string | null;
    actor: Actor;
    reason: string;
    at: Date;
  },
): Promise<void> {
  const { state } = await lockException(tx, id);
  if (state === 'CLOSED') throw refuse('EXCEPTION_CLOSED');
  const set = { outcome, closed_with: closedWith, booked_as: bookedAs };
  await transition(tx, STATES, { id, to: 'CLOSED', ...made, set });
}

/**
 * Closes the exceptions about the unknown outcome of items that have been answered, or booked where `status` is
 * SETTLED. A payout that is only accepted is not known to be paid: its exception stays open.
 */
export async function closeAnswered(
  tx: Tx,
  answered: readonly { file_id: string; position: number; payout_id: string | null }[],
  { status, at }: { status?: 'ACCEPTED' | 'REJECTED' | 'SETTLED' | undefined; at: Date },
): Promise<void> {
  const items = answered.filter((item) => item.payout_id === null || status !== 'ACCEPTED');
  if (items.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select x.id from clearing_exceptions x
    join unnest(${items.map((item) => item.file_id)}::uuid[],
      ${items.map((item) => item.position)}::integer[]) as i (file_id, item)
      on i.file_id = x.file_id and i.item = x.item
    where x.state = 'OPEN' and x.kind in ('UNKNOWN', 'UNKNOWN_PAYOUT') order by x.id`.execute(tx);
  const made = { outcome: 'NOTHING_TO_DO', actor: SYSTEM, reason: 'It was answered', at } as const;
  for (const { id } of rows) await closeException(tx, id, made);
}

/** Updates the text of an exception. */
export async function restateException(
  tx: PlatformTx,
  id: string,
  explanation: string,
): Promise<void> {
  await tx.updateTable('clearing_exceptions').set({ explanation }).where('id', '=', id).execute();
}

/** Open exceptions about the statement of a day, which is their reference. */
interface OfDay {
  kind: 'BALANCE' | 'OPENING_BALANCE' | 'STATEMENT_MISSING';
  day: string;
  /** The first of several days that end with `day`. */
  fromDay?: string;
}

const openOfDay = (tx: PlatformTx, { kind, day, fromDay = day }: OfDay) =>
  tx
    .selectFrom('clearing_exceptions')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'OPEN')
    .where('reference', '>=', fromDay)
    .where('reference', '<=', day);

/** Closes the exceptions about the statement of a day, or of several days, that no longer hold. */
export async function closeByDay(
  tx: PlatformTx,
  { at, reason, ...ofDay }: OfDay & { at: Date; reason: string },
): Promise<void> {
  const made = { outcome: 'NOTHING_TO_DO', actor: SYSTEM, reason, at } as const;
  for (const { id } of await openOfDay(tx, ofDay).orderBy('id').execute())
    await closeException(tx, id, made);
}

/** Updates the text of the open exceptions about the statement of a day; false where there are none. */
export async function restateByDay(
  tx: PlatformTx,
  { explanation, ...ofDay }: OfDay & { explanation: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('clearing_exceptions')
    .set({ explanation })
    .where('id', 'in', openOfDay(tx, ofDay))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Closes the open exceptions of a file: there is nothing to do about them any more. */
export async function closeOfFile(
  tx: Tx,
  fileId: string,
  made: { actor: Actor; reason: string; at: Date },
): Promise<void> {
  const open = await tx
    .selectFrom('clearing_exceptions')
    .select('id')
    .where('file_id', '=', fileId)
    .where('state', '=', 'OPEN')
    .orderBy('id')
    .execute();
  for (const { id } of open) await closeException(tx, id, { ...made, outcome: 'NOTHING_TO_DO' });
}

/** Opens an exception again whose money was kept in suspense. Refuses EXCEPTION_NOT_KEPT. */
export async function reopen(
  tx: Tx,
  id: string,
  made: { actor: Actor; reason: string; at: Date },
): Promise<void> {
  const { outcome } = await lockException(tx, id);
  if (!canReopen({ outcome })) throw refuse('EXCEPTION_NOT_KEPT');
  await transition(tx, STATES, { id, to: 'OPEN', ...made, set: { outcome: null } });
}

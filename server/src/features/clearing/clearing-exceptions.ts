import {
  canReopen,
  type ClearingException,
  type ClearingExceptionDetail,
  EXCEPTION,
  type ExceptionKind,
  type ExceptionOutcome,
  exceptionShape,
  listExceptions,
} from '@tegeka/contract/clearing/exceptions.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { sql, type SqlBool } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import { BOOKED_BY_HAND } from '#features/ledger/ledger-store.ts';
import type { AppContext } from '#platform/app-context.ts';
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
    .select('entry.suspense');

type ExceptionRow = Awaited<ReturnType<ReturnType<typeof exceptionRows>['execute']>>[number];

function exceptionOf(row: ExceptionRow): ClearingException {
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

/** Counterparts that are shown at most. Few entries of the same amount are open at the same time. */
const COUNTERPARTS_MOST = 20;

/**
 * Open entries in suspense with the same amount and the opposite sign. All are on the pooled account and in
 * one currency: entries of another account or currency are never posted to suspense.
 */
async function readCounterparts(tx: Tx, { suspense, state }: ExceptionRow) {
  if (state !== 'OPEN' || suspense === null || Number(suspense) === 0) return [];
  const rows = await tx
    .selectFrom('clearing_exceptions as exception')
    .innerJoin('clearing_entries as entry', 'entry.entry_id', 'exception.reference')
    .select(['exception.id', 'entry.entry_id as reference', 'entry.booked_on'])
    .where('exception.state', '=', 'OPEN')
    .where('exception.kind', '=', 'UNMATCHED')
    .where('entry.suspense', '=', String(-Number(suspense)))
    .orderBy('exception.id', 'desc')
    .limit(COUNTERPARTS_MOST)
    .execute();
  return rows.map(({ booked_on: bookedOn, ...row }) => ({ ...row, bookedOn: isoDay(bookedOn) }));
}

/** The oldest booking by hand of an outgoing amount with which no exception was closed; null if none. */
export async function findBooking(tx: Tx, suspense: number): Promise<string | null> {
  if (suspense >= 0) return null;
  const { rows } = await sql<{ id: string }>`
    select id from ${BOOKED_BY_HAND} booked where amount = ${suspense}
      and not exists (select from clearing_exceptions x where x.booked_as = booked.id)
    order by id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function readException(tx: Tx, id: string): Promise<ClearingExceptionDetail> {
  const row = await exceptionRows(tx).where('clearing_exceptions.id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  const exception = exceptionOf(row);
  const { state, suspense } = exception;
  const booking = state === 'OPEN' ? await findBooking(tx, suspense ?? 0) : null;
  const counterparts = await readCounterparts(tx, row);
  return { ...exception, counterparts, isBookedByHand: booking !== null };
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
  /** Given where a posting already refers to it. */
  id?: string | undefined;
  kind: ExceptionKind;
  fileId: string;
  item: number;
  reference: string | null;
  words: string;
  at: Date;
}

/** Inserts an exception; ignored where the item has one of this kind (clearing_exceptions_once). */
export async function insertException(
  { ids, clock }: Pick<AppContext, 'ids' | 'clock'>,
  tx: PlatformTx,
  exception: NewException,
): Promise<void> {
  const { id = ids.uuid(clock.now()), kind, fileId, item, reference, words, at } = exception;
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('clearing_exceptions')
    .values({ id, state: 'OPEN', kind, item, reference, words, file_id: fileId, created_at: at })
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
    /** The id of the booking by hand, where the outcome is BOOKED. */
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

const differencesOf = (tx: PlatformTx, day: string) =>
  tx
    .selectFrom('clearing_exceptions')
    .select('id')
    .where('kind', '=', 'BALANCE')
    .where('state', '=', 'OPEN')
    .where('reference', '=', day);

/** Closes the BALANCE exceptions of a day whose difference is now zero. */
export async function closeDifferences(tx: PlatformTx, day: string, at: Date): Promise<void> {
  const reason = 'Entries that came later explain it';
  const made = { outcome: 'NOTHING_TO_DO', actor: SYSTEM, reason, at } as const;
  for (const { id } of await differencesOf(tx, day).orderBy('id').execute())
    await closeException(tx, id, made);
}

/** Updates the text of the BALANCE exceptions of a day to its current difference. */
export async function restateDifferences(
  tx: PlatformTx,
  day: string,
  words: string,
): Promise<void> {
  await tx
    .updateTable('clearing_exceptions')
    .set({ words })
    .where('id', 'in', differencesOf(tx, day))
    .execute();
}

/** Opens an exception again whose money was kept in suspense. Refuses EXCEPTION_NOT_KEPT. */
export async function openAgain(
  tx: Tx,
  id: string,
  made: { actor: Actor; reason: string; at: Date },
): Promise<void> {
  await lockException(tx, id);
  if (!canReopen(await readException(tx, id))) throw refuse('EXCEPTION_NOT_KEPT');
  await transition(tx, STATES, { id, to: 'OPEN', ...made, set: { outcome: null } });
}

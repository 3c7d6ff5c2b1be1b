import { isoDay, timeOf } from '@tegeka/contract/kit/day.ts';
import { type Selectable, sql } from 'kysely';
import { startDeadline } from '#features/payouts/payouts-submission.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { ClearingItems } from '#platform/database/tables.ts';
import { moveFile } from '../clearing-store.ts';

/** What goes out under an id of its own: the attempt of a debit, or a payout. */
export type NewItem = {
  instructionId: string;
  organizationId: string;
  endToEndId: string;
  amount: number;
  currency: string;
} & ({ debitId: string; attempt: number } | { payoutId: string });

export async function insertItems(
  tx: PlatformTx,
  fileId: string,
  items: readonly NewItem[],
): Promise<void> {
  const rows = items.map((item, n) => ({ ...item, position: n + 1 }));
  await sql`
    insert into clearing_items (instruction_id, file_id, position, organization_id, debit_id,
      attempt, payout_id, end_to_end_id, amount, currency)
    select "instructionId", ${fileId}::uuid, position, "organizationId", "debitId", attempt,
      "payoutId", "endToEndId", amount, currency
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item ("instructionId" uuid,
      position integer, "organizationId" uuid, "debitId" uuid, attempt integer, "payoutId" uuid,
      "endToEndId" text, amount bigint, currency text)`.execute(tx);
}

/** An item that went out, with the file that it went out with. */
export type SentItem = Selectable<ClearingItems> & {
  message_id: string | null;
  channel: string;
  bank_id: string | null;
};

export const sentItems = (tx: Tx) =>
  tx
    .selectFrom('clearing_items')
    .innerJoin('clearing_files as file', 'file.id', 'clearing_items.file_id')
    .selectAll('clearing_items')
    .select(['file.message_id', 'file.channel', 'file.bank_id'])
    // What was withdrawn was never sent: no answer can be about it.
    .where('clearing_items.status', '<>', 'WITHDRAWN');

/** Those of the items whose file was not sent yet. */
export async function readUnsent(
  tx: PlatformTx,
  instructionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sentItems(tx)
    .where('instruction_id', '=', sql<string>`any(${instructionIds}::uuid[])`)
    .where('file.state', '=', 'READY')
    .execute();
  return new Set(rows.map((row) => row.instruction_id));
}

const waiting = (tx: PlatformTx, fileId: string, statuses: readonly string[], max: number) =>
  sentItems(tx)
    .where('file_id', '=', fileId)
    .where('status', 'in', statuses)
    .orderBy('instruction_id')
    .limit(max)
    .forUpdate('clearing_items');

/** Locks the next items of a file with one of these statuses, in the same order as `findItems`. */
export function lockItems(
  tx: PlatformTx,
  fileId: string,
  statuses: readonly string[],
  max: number,
): Promise<SentItem[]> {
  return waiting(tx, fileId, statuses, max).execute();
}

/**
 * As {@link lockItems}, without items that already have a CONTRADICTION with an answer to the whole file.
 */
export function lockUnanswered(
  tx: PlatformTx,
  fileId: string,
  statuses: readonly string[],
  max: number,
): Promise<SentItem[]> {
  return waiting(tx, fileId, statuses, max)
    .where(
      sql<boolean>`not exists (select from clearing_exceptions x
        where x.file_id = clearing_items.file_id and x.item = clearing_items.position
          and x.kind = 'CONTRADICTION')`,
    )
    .execute();
}

/** The newest item with an end-to-end id, locked; null where there is none. */
export async function newestItem(tx: PlatformTx, reference: string): Promise<SentItem | null> {
  const row = await sentItems(tx)
    .where('end_to_end_id', '=', reference)
    .orderBy('attempt', 'desc')
    .orderBy('instruction_id', 'desc')
    .limit(1)
    .forUpdate('clearing_items')
    .executeTakeFirst();
  return row ?? null;
}

export function itemAt(tx: Tx, fileId: string, position: number): Promise<SentItem> {
  return sentItems(tx)
    .where('file_id', '=', fileId)
    .where('position', '=', position)
    .executeTakeFirstOrThrow();
}

/** Updates items with what was reported about them. Flags are only set, never cleared. */
export async function markItems(
  tx: PlatformTx,
  items: readonly SentItem[],
  set: {
    status?: 'ACCEPTED' | 'REJECTED' | 'SETTLED';
    accepted_at?: Date;
    returned?: true;
    return_reported_on?: Date;
    settled_by?: string;
    returned_by?: string;
    named_on?: Date;
  },
): Promise<void> {
  if (items.length === 0) return;
  await tx
    .updateTable('clearing_items')
    .set(set)
    .where(
      'instruction_id',
      '=',
      sql<string>`any(${items.map((item) => item.instruction_id)}::uuid[])`,
    )
    .execute();
}

/** Marks the items of a file that was withdrawn before it was sent. */
export async function withdrawItems(tx: PlatformTx, fileId: string): Promise<void> {
  await tx
    .updateTable('clearing_items')
    .set({ status: 'WITHDRAWN' })
    .where('file_id', '=', fileId)
    .execute();
}

/** A day of the business clock in Kampala, as a column takes it. */
export const dayOf = (at: Date) => new Date(timeOf(isoDay(at)));

/** The key of the attempt that an item is. Throws for a payout. */
export function attemptOf(item: SentItem) {
  const { organization_id: organizationId, debit_id: debitId, attempt } = item;
  if (debitId === null || attempt === null) throw new Error(`${item.instruction_id} is no debit`);
  return { organizationId, debitId, attempt, instructionId: item.instruction_id };
}

/** Locks outbound files in the order of their ids, so that two transactions do not deadlock. */
export async function lockFiles(tx: PlatformTx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('clearing_files')
    .select('id')
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Marks an outbound file as acknowledged. A server can crash after it has sent the file and before it has stored
 * that: the deadline of its payouts then begins with the answer.
 */
export async function acknowledgeFile(tx: PlatformTx, id: string, at: Date): Promise<void> {
  await moveFile(tx, { id, to: 'ACKED', reason: null, at });
  await startDeadline(tx, id, at);
}

/**
 * Updates the states of answered outbound files: ACKED while items are SENT or ACCEPTED, RECONCILED once all
 * are REJECTED or SETTLED.
 */
export async function updateFileStates(
  tx: PlatformTx,
  fileIds: readonly string[],
  at: Date,
): Promise<void> {
  await lockFiles(tx, fileIds);
  for (const id of new Set(fileIds)) {
    const { state, open } = await tx
      .selectFrom('clearing_files')
      .select('state')
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('clearing_items')
              .whereRef('clearing_items.file_id', '=', 'clearing_files.id')
              .where('status', 'in', ['SENT', 'ACCEPTED']),
          )
          .as('open'),
      )
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const isNew = state === 'READY' || state === 'SENT';
    if (isNew) await acknowledgeFile(tx, id, at);
    if ((isNew || state === 'ACKED') && !open)
      await moveFile(tx, { id, to: 'RECONCILED', reason: null, at });
  }
}

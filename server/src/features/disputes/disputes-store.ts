import { DISPUTE, DISPUTE_OPENERS, type DisputeState } from '@tegeka/contract/debits/disputes.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { refuse } from '#platform/http/refusal.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { expectState } from '#platform/state/transition.ts';

/** A dispute of a debit; its id is that of the debit. */
export interface Dispute {
  id: string;
  organizationId: string;
  state: DisputeState;
  /** What the payer says. */
  reason: string;
  /** Why the bank refuses; null unless it has refused. */
  refusal: string | null;
  openedBy: Opener;
  /** By the business clock. */
  openedAt: Date;
  /** The last day on which the business can answer, in Kampala. */
  answerUntil: string;
  /** What the business says, with the ids of its documents; null until it has answered. */
  answer: { text: string; files: readonly string[]; at: Date } | null;
}

const openerShape = z.enum(DISPUTE_OPENERS);
export type Opener = z.infer<typeof openerShape>;

/** What a dispute begins with. */
export type NewDispute = Omit<Dispute, 'state' | 'refusal' | 'answer'>;

const disputes = (tx: Tx) =>
  tx
    .selectFrom('disputes')
    .select(['id', 'organization_id', 'state', 'reason', 'refusal', 'opened_at', 'opened_by'])
    .select(['answer', 'answer_files', 'answered_at'])
    .select(sql<string>`answer_until::text`.as('answer_until'));

type DisputeRow = Awaited<ReturnType<ReturnType<typeof disputes>['execute']>>[number];

const disputeOf = (row: DisputeRow): Dispute => ({
  id: row.id,
  organizationId: row.organization_id,
  state: expectState(DISPUTE, row.state),
  reason: row.reason,
  refusal: row.refusal,
  openedBy: openerShape.parse(row.opened_by),
  openedAt: row.opened_at,
  answerUntil: row.answer_until,
  answer:
    row.answer === null || row.answered_at === null
      ? null
      : { text: row.answer, files: row.answer_files, at: row.answered_at },
});

/** The disputes of debits of one merchant, by the ids of the debits. */
export async function readDisputes(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Dispute>> {
  const rows = await disputes(tx)
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, disputeOf(row)]));
}

/** The dispute of a debit. Refuses NOT_FOUND where it was never disputed. */
export async function readDispute(tx: Tx, organizationId: string, id: string): Promise<Dispute> {
  const dispute = (await readDisputes(tx, organizationId, [id])).get(id);
  if (!dispute) throw refuse('NOT_FOUND');
  return dispute;
}

/** A dispute, locked until the transaction ends. */
export async function lockDispute(tx: Tx, id: string): Promise<Dispute> {
  const row = await disputes(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return disputeOf(row);
}

/** The columns of a dispute that begins, also of one that is opened again. */
export const beginning = ({ reason, openedAt, openedBy, answerUntil }: NewDispute) => ({
  reason,
  opened_at: openedAt,
  opened_by: openedBy,
  answer_until: answerUntil,
});

/** Writes a debit's first dispute; false where it has one already. */
export async function insertDispute(tx: Tx, dispute: NewDispute): Promise<boolean> {
  const { organizationId, id } = dispute;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('disputes')
    .values({ organization_id: organizationId, id, state: 'OPEN', ...beginning(dispute) })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Writes what the business says. */
export async function writeAnswer(
  tx: PlatformTx,
  { organizationId, id }: Dispute,
  { text, files, at }: { text: string; files: readonly string[]; at: Date },
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ answer: text, answer_files: [...files], answered_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

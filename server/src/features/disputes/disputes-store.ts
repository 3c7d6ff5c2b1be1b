import { DISPUTE, type DisputeState } from '@tegeka/contract/collections/collection-oversight.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
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
  /** By the business clock. */
  openedAt: Date;
}

const disputes = (tx: Tx) =>
  tx
    .selectFrom('disputes')
    .select(['id', 'organization_id', 'state', 'reason', 'refusal', 'opened_at']);

type DisputeRow = Awaited<ReturnType<ReturnType<typeof disputes>['execute']>>[number];

const disputeOf = ({
  organization_id: organizationId,
  opened_at,
  ...row
}: DisputeRow): Dispute => ({
  id: row.id,
  organizationId,
  state: expectState(DISPUTE, row.state),
  reason: row.reason,
  refusal: row.refusal,
  openedAt: opened_at,
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

/** A dispute, locked until the transaction ends. */
export async function lockDispute(tx: Tx, id: string): Promise<Dispute> {
  const row = await disputes(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return disputeOf(row);
}

/** Writes a debit's first dispute; false where it has one already. */
export async function insertDispute(
  tx: Tx,
  { organizationId, openedAt, id, reason }: Omit<Dispute, 'state' | 'refusal'>,
): Promise<boolean> {
  const values = { organization_id: organizationId, id, state: 'OPEN', reason };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('disputes')
    .values({ ...values, opened_at: openedAt })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

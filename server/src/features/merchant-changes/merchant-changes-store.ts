import {
  CHANGE_STATES,
  type ChangeState,
  MERCHANT_CHANGE,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import { reviewShape } from '@tegeka/contract/merchants/merchants.ts';
import * as z from 'zod/mini';
import { type Details, detailsShape } from '#features/merchants/merchants-details.ts';
import type { Tx } from '#platform/database/database.ts';
import {
  type Actor,
  recordFirstState,
  type StateTable,
  transition,
} from '#platform/state/transition.ts';

const CHANGES: StateTable<ChangeState, 'merchant_changes'> = {
  machine: MERCHANT_CHANGE,
  table: 'merchant_changes',
};

export type Review = z.infer<typeof reviewShape>;

/** A change of legal or bank data. */
export type Change = NonNullable<ReturnType<typeof changeOf>>;

/** An attempt to be written: all details as they stand now, and as they shall stand. */
export interface Attempt {
  maker: Actor & { id: string };
  base: Details;
  proposal: Details;
  at: Date;
}

/** Where a change goes, who leads it there, and what the business is told from then on. */
export interface Settlement {
  to: ChangeState;
  actor: Actor;
  review: Review | null;
  at: Date;
}

const stateShape = z.enum(CHANGE_STATES);

const changes = (tx: Tx) =>
  tx
    .selectFrom('merchant_changes')
    .select(['id', 'merchant_id as merchantId', 'organization_id as organizationId', 'state'])
    .select(['revision', 'attempt', 'maker_name as makerName', 'base', 'proposal', 'review'])
    .select(['submitted_at as submittedAt', 'settled_at as settledAt']);

type Row = Awaited<ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>>;

function changeOf(row: Row | undefined) {
  if (!row) return null;
  return {
    ...row,
    state: stateShape.parse(row.state),
    base: detailsShape.parse(row.base),
    proposal: detailsShape.parse(row.proposal),
    review: z.nullable(reviewShape).parse(row.review),
  };
}

/** A change by id, if this transaction may see it. */
export async function findChange(tx: Tx, id: string): Promise<Change | null> {
  return changeOf(await changes(tx).where('id', '=', id).executeTakeFirst());
}

/** The change that a business sent last, or null. */
export async function findLatestChange(tx: Tx, merchantId: string): Promise<Change | null> {
  return changeOf(
    await changes(tx)
      .where('merchant_id', '=', merchantId)
      .orderBy('submitted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
}

/** An open change, locked until the transaction ends; null where there is none. */
export async function lockOpenChange(
  tx: Tx,
  by: 'id' | 'merchant_id',
  id: string,
): Promise<Change | null> {
  return changeOf(
    await changes(tx)
      .where('state', 'in', ['PENDING_APPROVAL', 'ACTION_REQUIRED'])
      .where(by, '=', id)
      .forUpdate()
      .executeTakeFirst(),
  );
}

const columnsOf = ({ maker, base, proposal, at }: Attempt) => ({
  maker_id: maker.id,
  maker_name: maker.name,
  base: JSON.stringify(base),
  proposal: JSON.stringify(proposal),
  review: null,
  submitted_at: at,
});

/** Writes a change down that is sent for the first time. */
export async function insertChange(
  tx: Tx,
  change: Pick<Change, 'id' | 'merchantId' | 'organizationId'>,
  attempt: Attempt,
): Promise<void> {
  const { id, merchantId: merchant_id, organizationId } = change;
  const first = { id, merchant_id, organization_id: organizationId, revision: 1, attempt: 1 };
  const to = 'PENDING_APPROVAL';
  await tx
    .insertInto('merchant_changes')
    .values({ ...columnsOf(attempt), ...first, state: to })
    .execute();
  const { maker: actor, at } = attempt;
  await recordFirstState(tx, MERCHANT_CHANGE, { organizationId, id, to, actor, at });
}

/** Puts a corrected attempt in the place of the one before, for another review. */
export async function correctChange(tx: Tx, change: Change, attempt: Attempt): Promise<void> {
  const { maker: actor, at } = attempt;
  const { id, revision } = change;
  const set = { ...columnsOf(attempt), attempt: change.attempt + 1 };
  const to = 'PENDING_APPROVAL';
  await transition(tx, CHANGES, { id, revision, to, actor, reason: null, at, set });
}

/** Settles a locked change, or gives it back for correction. */
export async function settleChange(
  tx: Tx,
  { id, revision }: Change,
  { review, ...made }: Settlement,
): Promise<void> {
  const settled_at = MERCHANT_CHANGE.final.includes(made.to) ? made.at : null;
  const set = { review: review && JSON.stringify(review), settled_at };
  await transition(tx, CHANGES, { ...made, id, revision, reason: review?.reason ?? null, set });
}

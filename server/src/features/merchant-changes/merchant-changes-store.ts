import {
  CHANGE_STATES,
  type ChangeState,
  MERCHANT_CHANGE,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import { reviewShape } from '@tegeka/contract/merchants/merchants.ts';
import * as z from 'zod/mini';
import { type Details, detailsShape } from '#features/merchants/merchants-details.ts';
import type { Review } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { type Actor, recordFirstState, transition } from '#platform/state/transition.ts';

const CHANGES = { machine: MERCHANT_CHANGE, table: 'merchant_changes' } as const;

/** A change of legal or bank data. */
export type Change = NonNullable<Awaited<ReturnType<typeof findChange>>>;

/** An attempt to be written: all details as they stand now, and as they shall stand. */
export interface Attempt {
  id: string;
  merchantId: string;
  organizationId: string;
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

async function readChange(query: ReturnType<typeof changes>) {
  const row = await query.executeTakeFirst();
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
export function findChange(tx: Tx, id: string) {
  return readChange(changes(tx).where('id', '=', id));
}

/** The change that a business sent last, or null. */
export function findLatestChange(tx: Tx, merchantId: string) {
  const latest = changes(tx).orderBy('submitted_at', 'desc').orderBy('id', 'desc').limit(1);
  return readChange(latest.where('merchant_id', '=', merchantId));
}

/** An open change, locked until the transaction ends; null where there is none. */
export function lockOpenChange(tx: Tx, by: 'id' | 'merchant_id', id: string) {
  const open = changes(tx).where('state', 'in', ['PENDING_APPROVAL', 'ACTION_REQUIRED']);
  return readChange(open.where(by, '=', id).forUpdate());
}

/** Writes a new change down, or a corrected attempt in the place of the open one. */
export async function writeAttempt(
  tx: Tx,
  open: Change | null,
  { id, merchantId, organizationId, maker: actor, base, proposal, at }: Attempt,
): Promise<Change> {
  const to = 'PENDING_APPROVAL';
  const set = {
    attempt: (open?.attempt ?? 0) + 1,
    maker_id: actor.id,
    maker_name: actor.name,
    base: JSON.stringify(base),
    proposal: JSON.stringify(proposal),
    review: null,
    submitted_at: at,
  };
  if (open) {
    const { revision } = open;
    await transition(tx, CHANGES, { id, revision, to, actor, reason: null, at, set });
  } else {
    const keys = { id, merchant_id: merchantId, organization_id: organizationId };
    await tx
      .insertInto('merchant_changes')
      .values({ ...keys, ...set, state: to, revision: 1 })
      .execute();
    await recordFirstState(tx, MERCHANT_CHANGE, { organizationId, id, to, actor, at });
  }
  const change = await findChange(tx, id);
  if (!change) throw new Error('A change that was just written is gone');
  return change;
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

import {
  CHANGE_STATES,
  type ChangeState,
  MERCHANT_CHANGE,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import { reviewShape } from '@tegeka/contract/merchants/merchants.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type Details, openDetails, sealDetails } from '#features/merchants/merchants-details.ts';
import type { Review } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { resealRows } from '#platform/security/reseal.ts';
import { type Actor, recordFirstState, transition } from '#platform/state/transition.ts';

const CHANGES = { machine: MERCHANT_CHANGE, table: 'merchant_changes' } as const;

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

async function readChange(ctx: AppContext, query: ReturnType<typeof changes>) {
  const row = await query.executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    state: stateShape.parse(row.state),
    base: openDetails(ctx, row.organizationId, row.base),
    proposal: openDetails(ctx, row.organizationId, row.proposal),
    review: z.nullable(reviewShape).parse(row.review),
  };
}

export function findChange(ctx: AppContext, tx: Tx, id: string) {
  return readChange(ctx, changes(tx).where('id', '=', id));
}

/** The change that a business sent last, or null. */
export function findLatestChange(ctx: AppContext, tx: Tx, merchantId: string) {
  const latest = changes(tx).orderBy('submitted_at', 'desc').orderBy('id', 'desc').limit(1);
  return readChange(ctx, latest.where('merchant_id', '=', merchantId));
}

/** An open change, locked until the transaction ends; null where there is none. */
export function lockOpenChange(ctx: AppContext, tx: Tx, by: 'id' | 'merchant_id', id: string) {
  const open = changes(tx).where('state', 'in', ['PENDING_APPROVAL', 'ACTION_REQUIRED']);
  return readChange(ctx, open.where(by, '=', id).forUpdate());
}

/** Writes a new change down, or a corrected attempt in the place of the open one. */
export async function writeAttempt(
  ctx: AppContext,
  tx: Tx,
  open: Change | null,
  { id, merchantId, organizationId, maker: actor, base, proposal, at }: Attempt,
): Promise<Change> {
  const to = 'PENDING_APPROVAL';
  const set = {
    attempt: (open?.attempt ?? 0) + 1,
    maker_id: actor.id,
    maker_name: actor.name,
    base: JSON.stringify(sealDetails(ctx, organizationId, base)),
    proposal: JSON.stringify(sealDetails(ctx, organizationId, proposal)),
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
  const change = await findChange(ctx, tx, id);
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

const isDetailsOld = (details: 'base' | 'proposal', mark: string) =>
  sql`${sql.ref(details)} ->> 'accountNumber' not like ${`${mark}%`}`;

/** See `reseal` of a feature. */
export const RESEAL_CHANGES = resealRows({
  table: 'merchant_changes',
  key: ['id'],
  isOld: (mark) =>
    sql<boolean>`(${isDetailsOld('base', mark)} or ${isDetailsOld('proposal', mark)})`,
  set: (keys, { organization_id: owner, base, proposal }) => {
    const resealed = (details: unknown) =>
      JSON.stringify(sealDetails({ keys }, owner, openDetails({ keys }, owner, details)));
    return { base: resealed(base), proposal: resealed(proposal) };
  },
});

import { CHANGE_STATES, MERCHANT_CHANGE } from '@tegeka/contract/merchants/merchant-changes.ts';
import { reviewShape } from '@tegeka/contract/merchants/merchants.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { decryptDetails, encryptDetails } from '#features/merchants/merchants-details.ts';
import type { Review } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { reencryptRows } from '#platform/security/re-encryption.ts';
import { type Actor, recordFirstState, transition } from '#platform/state/transition.ts';

const CHANGES = { machine: MERCHANT_CHANGE, table: 'merchant_changes' } as const;

export type Change = Awaited<ReturnType<typeof getChange>>;

/** An attempt to be written: all details at present (base), and as requested (proposal). */
export type Attempt = Pick<Change, 'id' | 'merchantId' | 'organizationId' | 'base' | 'proposal'> & {
  actor: Actor & { id: string };
  at: Date;
};

const shapes = z.object({ state: z.enum(CHANGE_STATES), review: z.nullable(reviewShape) });

/** The change that a business sent last, or one by its id; null where there is none. */
export async function findChange(
  ctx: Pick<AppContext, 'keys'>,
  tx: Tx,
  by: { merchant_id: string } | { id: string },
) {
  const row = await tx
    .selectFrom('merchant_changes')
    .select(['id', 'merchant_id as merchantId', 'organization_id as organizationId', 'state'])
    .select(['revision', 'attempt', 'maker_name as makerName', 'base', 'proposal', 'review'])
    .select(['submitted_at as submittedAt', 'settled_at as settledAt'])
    .where((eb) => eb.and(by))
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { organizationId, base, proposal } = row;
  return {
    ...row,
    ...shapes.parse(row),
    base: decryptDetails(ctx, organizationId, base),
    proposal: decryptDetails(ctx, organizationId, proposal),
  };
}

/** A change by its id. Refuses NOT_FOUND. */
export async function getChange(ctx: AppContext, tx: Tx, id: string) {
  const change = await findChange(ctx, tx, { id });
  if (!change) throw refuse('NOT_FOUND');
  return change;
}

/** Inserts a new change, or replaces the open one by a corrected attempt. */
export async function writeAttempt(
  ctx: AppContext,
  tx: Tx,
  open: Change | null,
  { id, merchantId, organizationId, actor, base, proposal, at }: Attempt,
): Promise<Change> {
  const to = 'PENDING_APPROVAL';
  const set = {
    attempt: (open?.attempt ?? 0) + 1,
    maker_id: actor.id,
    maker_name: actor.name,
    base: JSON.stringify(encryptDetails(ctx, organizationId, base)),
    proposal: JSON.stringify(encryptDetails(ctx, organizationId, proposal)),
    review: null,
    submitted_at: at,
  };
  if (open) {
    const { revision } = open;
    await transition(tx, CHANGES, { id, revision, to, actor, reason: null, at, set });
  } else {
    const keys = { id, merchant_id: merchantId, organization_id: organizationId };
    const row = { ...keys, ...set, state: to, revision: 1 };
    await tx.insertInto('merchant_changes').values(row).execute();
    await recordFirstState(tx, MERCHANT_CHANGE, { organizationId, id, to, actor, at });
  }
  return getChange(ctx, tx, id);
}

/** Settles a change, or returns it for correction. Refuses REQUEST_NOT_PENDING if its revision has changed. */
export async function settleChange(
  tx: Tx,
  { id, revision }: Change,
  { review, ...made }: { to: Change['state']; actor: Actor; review?: Review; at: Date },
): Promise<void> {
  const settled_at = MERCHANT_CHANGE.final.includes(made.to) ? made.at : null;
  const set = { review: review ? JSON.stringify(review) : null, settled_at };
  const of = { ...CHANGES, stale: 'REQUEST_NOT_PENDING' } as const;
  await transition(tx, of, { ...made, id, revision, reason: review?.reason ?? null, set });
}

/** See `reencrypt` of a feature. */
export const REENCRYPT_CHANGES = reencryptRows({
  table: 'merchant_changes',
  key: ['id'],
  isOld: (prefix) => sql<boolean>`not (base ->> 'accountNumber' like ${`${prefix}%`}
    and proposal ->> 'accountNumber' like ${`${prefix}%`})`,
  set: (keys, { organization_id: owner, base, proposal }) => {
    const reencrypted = (details: unknown) =>
      JSON.stringify(encryptDetails({ keys }, owner, decryptDetails({ keys }, owner, details)));
    return { base: reencrypted(base), proposal: reencrypted(proposal) };
  },
});

import {
  CHANGE_TRANSITIONS,
  CHANGE_STATES,
  type ChangeState,
  DETAIL_FIELDS,
} from '@tegeka/contract/merchant-changes.ts';
import { reviewShape } from '@tegeka/contract/merchants.ts';
import * as z from 'zod/mini';
import type { Details } from '#features/merchants/merchants-details.ts';
import type { Tx } from '#platform/database/database.ts';

export type Review = z.infer<typeof reviewShape>;

/** A change of legal or bank data. */
export interface Change {
  id: string;
  merchantId: string;
  organizationId: string;
  state: ChangeState;
  /** How many moves it has made: the number of its last transition. */
  revision: number;
  attempt: number;
  makerName: string;
  /** All details as they stood when it was sent, and as they shall stand. */
  base: Details;
  proposal: Details;
  review: Review | null;
  submittedAt: Date;
  settledAt: Date | null;
}

/** An attempt to be written. */
export interface Attempt {
  maker: { id: string; name: string };
  base: Details;
  proposal: Details;
  at: Date;
}

/** Where a change goes, who moves it, and why. */
export interface ChangeTransition {
  to: ChangeState;
  /** A person's id; null for the platform itself. */
  actorId: string | null;
  /** What the business is told from now on; null where nothing is left to say. */
  review: Review | null;
  at: Date;
}

const stateShape = z.enum(CHANGE_STATES);
const detailsShape = z.record(z.enum(DETAIL_FIELDS), z.string());

const changes = (tx: Tx) =>
  tx
    .selectFrom('merchant_changes')
    .select(['id', 'merchant_id as merchantId', 'organization_id as organizationId', 'state'])
    .select(['revision', 'attempt', 'maker_name as makerName', 'base', 'proposal', 'review'])
    .select(['submitted_at as submittedAt', 'settled_at as settledAt']);

type Row = Awaited<ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>>;

function changeOf(row: Row | undefined): Change | null {
  if (!row) return null;
  return {
    ...row,
    state: stateShape.parse(row.state),
    base: detailsShape.parse(row.base),
    proposal: detailsShape.parse(row.proposal),
    review: row.review === null ? null : reviewShape.parse(row.review),
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
  of: { merchantId: string } | { id: string },
): Promise<Change | null> {
  const open = changes(tx).where('state', 'in', ['PENDING_APPROVAL', 'ACTION_REQUIRED']);
  const one =
    'id' in of ? open.where('id', '=', of.id) : open.where('merchant_id', '=', of.merchantId);
  return changeOf(await one.forUpdate().executeTakeFirst());
}

async function writeTransition(
  tx: Tx,
  change: Pick<Change, 'id' | 'organizationId'> & { from: ChangeState | null; number: number },
  { to, actorId, review, at }: ChangeTransition,
): Promise<void> {
  await tx
    .insertInto('merchant_change_transitions')
    .values({
      ...{ change_id: change.id, organization_id: change.organizationId, at },
      ...{ number: change.number, from_state: change.from, to_state: to },
      ...{ actor_id: actorId, reason: review?.reason ?? null },
    })
    .execute();
}

function columnsOf({ maker, base, proposal, at }: Attempt) {
  return {
    ...{ maker_id: maker.id, maker_name: maker.name, submitted_at: at },
    ...{ base: JSON.stringify(base), proposal: JSON.stringify(proposal) },
  };
}

/** Writes a change down that is sent for the first time. */
export async function insertChange(
  tx: Tx,
  change: Pick<Change, 'id' | 'merchantId' | 'organizationId'>,
  attempt: Attempt,
): Promise<void> {
  const { id, merchantId: merchant_id, organizationId } = change;
  const state = 'PENDING_APPROVAL';
  await tx
    .insertInto('merchant_changes')
    .values({
      ...{ id, merchant_id, organization_id: organizationId, state, revision: 1, attempt: 1 },
      ...columnsOf(attempt),
    })
    .execute();
  const move = { to: state, actorId: attempt.maker.id, review: null, at: attempt.at } as const;
  await writeTransition(tx, { id, organizationId, from: null, number: 1 }, move);
}

/** Moves a held change to another state. What CHANGE_MOVES does not name is a bug. */
export async function transitionChange(
  tx: Tx,
  change: Change,
  move: ChangeTransition,
): Promise<void> {
  const { id, organizationId, state: from, revision } = change;
  if (!CHANGE_TRANSITIONS[from].includes(move.to))
    throw new Error(`A change can not go from ${from} to ${move.to}`);
  const number = revision + 1;
  await writeTransition(tx, { id, organizationId, from, number }, move);
  const open = CHANGE_TRANSITIONS[move.to].length > 0;
  await tx
    .updateTable('merchant_changes')
    .set({
      ...{ state: move.to, revision: number, settled_at: open ? null : move.at },
      review: move.review === null ? null : JSON.stringify(move.review),
    })
    .where('id', '=', id)
    .execute();
}

/** Puts a corrected attempt in the place of the one before; its state moves with it. */
export async function correctChange(tx: Tx, change: Change, attempt: Attempt): Promise<void> {
  const { maker, at } = attempt;
  await tx
    .updateTable('merchant_changes')
    // The row policy looks at the state: content and state change in one statement.
    .set({ ...columnsOf(attempt), attempt: change.attempt + 1, state: 'PENDING_APPROVAL' })
    .where('id', '=', change.id)
    .execute();
  await transitionChange(tx, change, {
    to: 'PENDING_APPROVAL',
    actorId: maker.id,
    review: null,
    at,
  });
}

import { type CauseName, causeOf } from '@tegeka/contract/collections/causes.ts';
import type { ExceptionKind } from '@tegeka/contract/clearing/exceptions.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import {
  lockCollectable,
  lockMandates,
} from '#features/mandates/collecting/mandates-collecting.ts';
import { applyOutcome } from '#features/mandates/collecting/mandates-outcomes.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { makeCollections, type NewCollection } from './collections-making.ts';
import { collectionDay, endSchedulesOf } from './collections-run.ts';
import {
  causeColumns,
  changeCollections,
  type CollectionChange,
  lockCollections,
  type LockedCollection,
} from './collections-changes.ts';

/** Who an answer is about. */
export interface AttemptKey {
  organizationId: string;
  collectionId: string;
  attempt: number;
  instructionId: string;
}

/** True for an answer to a submission after which there was another one. */
export const isOlder = (row: LockedCollection, { attempt }: AttemptKey) => attempt < row.attempt;
/** True while the payer's bank has not said what became of it. */
export const inFlight = ({ state }: LockedCollection) =>
  state === 'PROCESSING' || state === 'UNKNOWN';

/** Why something needs a person. */
export interface Refused {
  kind: ExceptionKind;
  words: string;
}

export const contradiction = (words: string): Refused => ({ kind: 'CONTRADICTION', words });

/** What became of one submission, in `collection_attempts`. */
export interface AttemptOutcome extends AttemptKey {
  outcome: 'ACCEPTED' | 'REJECTED' | 'SETTLED' | 'RETURNED' | 'UNKNOWN';
  code?: string | null;
  entryId?: string | null;
}

/** What an answer does to one collection: nothing, a change, or it needs a person. */
export interface Effect {
  change?: CollectionChange;
  outcome?: AttemptOutcome;
  refused?: Refused;
  /** Why it ended, where that may touch its mandate. */
  cause?: CauseName;
  /** True where a returned one is collected again. */
  again?: boolean;
}

/**
 * A submission of which the bank now says that the payer was or will be debited, after it was refused or
 * another one went out. Nobody tries it again, neither the schedule nor the business (`isUnclear`); the
 * bank is asked about one that was to go out again.
 */
export function heldBack(row: LockedCollection, item: AttemptKey, at: Date): Effect {
  const outcome = { ...item, outcome: 'UNKNOWN' as const };
  const set = { ...causeColumns('CONTRADICTED'), retries_left: 0 };
  if (row.state === 'FAILED')
    return { change: { row, set: { ...set, wake_at: null, wake_for: null } }, outcome };
  if (row.state === 'PENDING')
    return {
      change: { row, to: 'UNKNOWN', set: { ...set, asked: 0, wake_at: at, wake_for: 'ASK' } },
      outcome,
    };
  if (!isOlder(row, item) || !inFlight(row)) return {};
  return { change: { row, set: { retries_left: 0 } }, outcome };
}

/** What an exception says was done with a debit that {@link heldBack} was asked about. */
export const heldWords = ({ change }: Effect) =>
  change ? 'It is not tried again.' : 'Nothing was changed.';

/** True where it is not known of a submission whether the payer was debited. */
export async function isUnclear(tx: Tx, collectionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('collection_attempts')
    .select('attempt')
    .where('collection_id', '=', collectionId)
    .where('outcome', '=', 'UNKNOWN')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks what answers are about: mandates first, in the order of their ids, then collections. */
export async function lockAnswered(
  tx: PlatformTx,
  keys: readonly AttemptKey[],
): Promise<Map<string, LockedCollection>> {
  const ids = [...new Set(keys.map(({ collectionId }) => collectionId))];
  const rows = await tx
    .selectFrom('collections')
    .select('mandate_id')
    .distinct()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  await lockMandates(
    tx,
    rows.map(({ mandate_id }) => mandate_id),
  );
  return lockCollections(tx, ids);
}

async function writeOutcomes(
  tx: PlatformTx,
  outcomes: readonly AttemptOutcome[],
  at: Date,
): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`
    update collection_attempts set outcome = o.outcome, scheme_code = o.code, answered_at = ${at},
      entry_id = coalesce(o."entryId", entry_id)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o("organizationId" uuid,
      "collectionId" uuid, attempt integer, outcome text, code text, "entryId" text)
    where collection_attempts.organization_id = o."organizationId"
      and collection_attempts.collection_id = o."collectionId"
      and collection_attempts.attempt = o.attempt`.execute(tx);
}

/** Makes new collections for returned ones that failed for lack of funds. */
async function collectAgain(
  ctx: AppContext,
  tx: PlatformTx,
  returned: readonly LockedCollection[],
  at: Date,
): Promise<void> {
  if (returned.length === 0) return;
  const mandates = await lockCollectable(
    tx,
    returned.map((row) => row.mandate_id),
  );
  const calendar = await readCalendar(tx);
  const today = isoDay(at);
  const wanted = returned.flatMap((row): NewCollection[] => {
    const mandate = mandates.get(row.mandate_id);
    if (mandate?.state !== 'ACTIVE') return [];
    const { noticeDays } = mandate;
    return [
      {
        mandate,
        amount: Number(row.amount),
        // It is what was due then: it takes nothing from the period in which it is collected.
        dueOn: row.due_on,
        collectOn: collectionDay(calendar, { dueOn: today, today, noticeDays }),
        dueKey: `R:${row.id}:1`,
        origin: 'AGAIN',
        again: { id: row.id, retries: row.retries_left - 1 },
      },
    ];
  });
  await makeCollections(ctx, tx, wanted, { actor: SYSTEM, at, onRefusal: 'REFUSE' });
}

/**
 * Writes down what answers have done: states with their transitions, submissions, and what follows for
 * mandates. Everything they touch is locked ({@link lockAnswered}).
 */
export async function applyEffects(
  ctx: AppContext,
  tx: PlatformTx,
  effects: readonly Effect[],
  at: Date,
): Promise<void> {
  const changes = effects.flatMap(({ change }) => (change ? [change] : []));
  await changeCollections(tx, changes, { actor: SYSTEM, at });
  await writeOutcomes(
    tx,
    effects.flatMap(({ outcome }) => (outcome ? [outcome] : [])),
    at,
  );
  const again = effects.flatMap(({ again: isAgain, change }) =>
    isAgain && change ? [change.row] : [],
  );
  for (const { change, cause } of effects) {
    const to = cause && causeOf(cause).mandate;
    if (!change || !to) continue;
    const reason = `${causeOf(cause).text} (debit ${change.row.reference})`;
    await applyOutcome(ctx, tx, change.row.mandate_id, { to, actor: SYSTEM, reason, at });
  }
  await collectAgain(ctx, tx, again, at);
  const changed = changes.map(({ row }) => row);
  await endSchedulesOf(ctx, tx, changed, at);
}

/**
 * Works answers through, one after the other, on what is locked: what one has changed the next one sees.
 * Gives for each null, or why it needs a person.
 */
export function workThrough<K extends AttemptKey>(
  rows: ReadonlyMap<string, LockedCollection>,
  items: readonly K[],
  effectOf: (row: LockedCollection, item: K) => Effect,
): { effects: Effect[]; refusals: (Refused | null)[] } {
  const effects: Effect[] = [];
  const changed = new Set<string>();
  const refusals = items.map((item) => {
    const row = rows.get(item.collectionId);
    if (!row) return contradiction('There is no such transaction. Nothing was changed.');
    if (changed.has(row.id))
      return contradiction(
        `The file speaks of ${row.reference} more than once. Only the first time was taken.`,
      );
    const effect = effectOf(row, item);
    if (effect.change) changed.add(row.id);
    effects.push(effect);
    return effect.refused ?? null;
  });
  return { effects, refusals };
}

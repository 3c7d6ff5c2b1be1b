import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { HistoryEvent } from '@tegeka/contract/kit/history.ts';
import { type StateMachine, stateOf } from '@tegeka/contract/kit/state-machine.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import { PLATFORM_OWNER } from '#platform/state/transition.ts';

/** Whose history is read: the entity, and its owner; null where it is the platform's own. */
export interface HistoryOf {
  organizationId: string | null;
  id: string;
}

/** A change of state, as it was written down. */
export interface PastTransition<S extends string> {
  from: S | null;
  to: S;
  by: string;
  reason: string | null;
  at: string;
}

function transitionsOf(tx: Tx, machine: StateMachine<string>, { organizationId, id }: HistoryOf) {
  return tx
    .selectFrom('transitions')
    .where('organization_id', '=', organizationId ?? PLATFORM_OWNER)
    .where('entity', '=', machine.entity)
    .where('entity_id', '=', id);
}

/** The transitions of an entity, oldest first. */
export async function readTransitions<S extends string>(
  tx: Tx,
  machine: StateMachine<S>,
  of: HistoryOf,
): Promise<PastTransition<S>[]> {
  const rows = await transitionsOf(tx, machine, of)
    .select(['from_state', 'to_state', 'actor_name as by', 'reason', 'at'])
    .orderBy('revision')
    .execute();
  return rows.map(({ from_state: from, to_state, by, reason, at }) => {
    const to = stateOf(machine, to_state);
    if (to === null) throw new Error(`${to_state} is no state of a ${machine.entity}`);
    return { from: stateOf(machine, from), to, by, reason, at: at.toISOString() };
  });
}

/** How an entity's history is told. */
export interface HistorySource<K extends string> {
  machine: StateMachine<string>;
  /** The calls of the audit trail that belong to it, by their names, and what each is called. */
  actions: Readonly<Record<string, K>>;
}

/** Who reads: a person of a business is not told the names of others than its own. */
export interface HistoryReader {
  domain: Domain;
}

const changesShape = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }));

/** A value as a history shows it. */
function wordOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Both kinds of rows in one shape. */
function eventsOf<K extends string>(tx: Tx, source: HistorySource<K>, of: HistoryOf) {
  const { machine, actions } = source;
  const nothing = sql<string | null>`null::text`;
  return transitionsOf(tx, machine, of)
    .select([sql<string | null>`actor_name`.as('by'), sql<string | null>`actor_kind`.as('byKind')])
    .select([nothing.as('action'), 'from_state as from', sql<string | null>`to_state`.as('to')])
    .select(['at', 'reason', sql<unknown>`null::jsonb`.as('changes'), 'revision as place'])
    .unionAll(
      tx
        .selectFrom('audit')
        .select(['user_name as by', 'domain as byKind'])
        .select([sql<string | null>`action`.as('action'), nothing.as('from'), nothing.as('to')])
        .select(['at', 'reason', sql<unknown>`changes`.as('changes')])
        .select(sql<number>`0`.as('place'))
        .where('entity', '=', machine.entity)
        .where('entity_id', '=', of.id)
        .where(sql<boolean>`action = any(${Object.keys(actions)})`),
    );
}

type EventRow = Awaited<ReturnType<ReturnType<typeof eventsOf>['execute']>>[number];

function eventOf<K extends string>(
  { actions }: HistorySource<K>,
  reader: HistoryReader,
  row: EventRow,
): HistoryEvent<K> {
  const { at, by, byKind, action, from, to, reason, changes } = row;
  const kind = action === null ? 'STATE_CHANGED' : actions[action];
  if (kind === undefined) throw new Error(`${action} is not in this history`);
  const hidden = reader.domain === 'MERCHANT' && byKind !== 'MERCHANT';
  return {
    at: at.toISOString(),
    by: hidden || by === null ? PRODUCT_NAME : by,
    kind,
    from,
    to,
    reason,
    changes: Object.entries(changesShape.parse(changes ?? {})).map(([field, change]) => ({
      field,
      before: wordOf(change.before),
      after: wordOf(change.after),
    })),
  };
}

/** A page of what happened to an entity, newest first. */
export async function readHistory<K extends string>(
  tx: Tx,
  source: HistorySource<K>,
  of: HistoryOf,
  { reader, page, size }: { reader: HistoryReader; page: number; size: number },
) {
  const events = eventsOf(tx, source, of);
  const { count } = await tx
    .selectFrom(events.as('event'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom(events.as('event'))
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('place', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const totalElements = Number(count);
  return {
    content: rows.map((row) => eventOf(source, reader, row)),
    page,
    size,
    totalElements,
    totalPages: Math.ceil(totalElements / size),
  };
}

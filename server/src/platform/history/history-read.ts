import { type Domain, PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { HistoryEvent } from '@tegeka/contract/kit/history.ts';
import type { StateMachine } from '@tegeka/contract/kit/state-machine.ts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import { pageOf } from '#platform/lists/list-page.ts';
import { PLATFORM_OWNER } from '#platform/state/transition.ts';

/** The entity whose history is read, as in its row; no organization where it is the platform's own. */
export interface HistoryOf {
  id: string;
  organization_id: string | null;
}

/** The sources of an entity's history. */
export interface HistorySource<K extends string> {
  machine: StateMachine<string>;
  /** Audited calls that belong to it: kind of event by endpoint name. */
  actions: Readonly<Record<string, K>>;
  /** A second state machine whose entity has the same id: kind of event by its state. */
  beside?: { machine: StateMachine<string>; states: Readonly<Record<string, K>> };
  /** The first event if no call created the entity: rows of `at`, `by` (a person of the owner), `source`. */
  origin?: { kind: K; rows: (id: string) => RawBuilder<unknown> };
}

/** A call that reads a history. People of a business do not see the names of people outside of it. */
interface HistoryCall {
  tx: Tx;
  caller: { domain: Domain };
  query: { page: number; size: number };
}

/** An event. `action` is null for a transition, '' for the origin, else an endpoint or state of `beside`. */
interface EventRow {
  at: Date;
  by: string | null;
  byKind: string | null;
  action: string | null;
  from: string | null;
  to: string | null;
  reason: string | null;
  source: string | null;
  changes: unknown;
}

const changesShape = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }));

/** The union of all events; `place` and `tie` order those of the same time. */
function eventsOf<K extends string>(source: HistorySource<K>, of: HistoryOf) {
  const { machine, actions, beside, origin } = source;
  const began = origin
    ? sql`union all
      select at, by, null, '', null, null, null, source, null, -1, '' from (${origin.rows(of.id)}) o`
    : sql``;
  const also = beside
    ? sql`union all
      select at, actor_name, actor_kind, to_state, null, null, reason, null, null, revision, ''
      from transitions where organization_id = ${of.organization_id ?? PLATFORM_OWNER}
        and entity = ${beside.machine.entity} and entity_id = ${of.id}::uuid`
    : sql``;
  return sql`
    select at, actor_name as by, actor_kind as "byKind", null as action, from_state as "from",
      to_state as "to", reason, null as source, null::jsonb as changes, revision as place, '' as tie
    from transitions where organization_id = ${of.organization_id ?? PLATFORM_OWNER}
      and entity = ${machine.entity} and entity_id = ${of.id}::uuid
    union all
    select at, user_name, domain, action, null, null, reason, null, changes, 0, id::text
    from audit where entity = ${machine.entity} and entity_id = ${of.id}::text
      and action = any(${Object.keys(actions)})
    ${also}
    ${began}`;
}

function wordOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function kindOf<K extends string>(source: HistorySource<K>, action: string | null) {
  const { actions, beside, origin } = source;
  if (action === null) return 'STATE_CHANGED';
  const kind = action === '' ? origin?.kind : (actions[action] ?? beside?.states[action]);
  if (kind === undefined) throw new Error(`${action} is not in this history`);
  return kind;
}

function eventOf<K extends string>(
  source: HistorySource<K>,
  reader: HistoryCall['caller'],
  { changes, byKind, ...row }: EventRow,
): HistoryEvent<K> {
  const isOwn = row.action === '' || byKind === 'MERCHANT';
  const hidden = reader.domain === 'MERCHANT' && !isOwn;
  return {
    at: row.at.toISOString(),
    by: hidden || row.by === null ? PRODUCT_NAME : row.by,
    kind: kindOf(source, row.action),
    from: row.from,
    to: row.to,
    reason: row.reason,
    source: row.source,
    changes: Object.entries(changesShape.parse(changes ?? {})).map(([field, change]) => ({
      field,
      before: wordOf(change.before),
      after: wordOf(change.after),
    })),
  };
}

export async function readHistory<K extends string>(
  { tx, caller, query: { page, size } }: HistoryCall,
  source: HistorySource<K>,
  of: HistoryOf,
) {
  const events = eventsOf(source, of);
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from (${events}) e`.execute(tx);
  const { rows } = await sql<EventRow>`
    select * from (${events}) e order by at desc, place desc, tie desc
    limit ${size} offset ${page * size}`.execute(tx);
  const content = rows.map((row) => eventOf(source, caller, row));
  return pageOf(content, { page, size }, counted.rows[0]?.count ?? 0);
}

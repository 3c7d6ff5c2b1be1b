import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { canTransition, type StateMachine, stateOf } from '@tegeka/contract/kit/state-machine.ts';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Caller } from '#platform/http/caller.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { DB } from '#platform/database/tables.ts';

/** Who makes a transition; SYSTEM has no id. */
export interface Actor {
  kind: Caller['domain'] | 'SYSTEM';
  id: string | null;
  name: string;
}

/** The platform itself, where no person acts. */
export const SYSTEM: Actor = { kind: 'SYSTEM', id: null, name: PRODUCT_NAME };

export function actorOf(
  person: Pick<Caller, 'domain' | 'userId' | 'firstName' | 'lastName'>,
): Actor {
  const { domain: kind, userId: id, firstName, lastName } = person;
  return { kind, id, name: `${firstName} ${lastName}`.trim() };
}

/** The owner of what belongs to the platform itself, in the table of transitions. */
export const PLATFORM_OWNER = '00000000-0000-0000-0000-000000000000';

/** The state that a row names. Throws where the state machine does not know it. */
export function expectState<S extends string>(machine: StateMachine<S>, name: string): S {
  const state = stateOf(machine, name);
  if (state === null) throw new Error(`${name} is no state of a ${machine.entity}`);
  return state;
}

/** Tables that hold a state machine's entities. */
type StatefulTable = {
  [T in keyof DB]: Selectable<DB[T]> extends { id: string; state: string; revision: number }
    ? T
    : never;
}[keyof DB];

/** A state machine and the table of its entities: `state` and `revision` are columns of it. */
export interface StateTable<S extends string, T extends StatefulTable> {
  machine: StateMachine<S>;
  table: T;
  /** 'platform' where the entities belong to no tenant. */
  owner?: 'platform';
  /** The error for a revision that is out of date; BUSY_ELSEWHERE by default. */
  stale?: ErrorCode;
}

/** What shall change, who changes it and why. */
export interface TransitionCommand<S extends string, T extends StatefulTable> {
  id: string;
  to: NoInfer<S>;
  actor: Actor;
  reason: string | null;
  at: Date;
  /**
   * The revision that was read: if it is no longer that, the transition is refused (optimistic
   * locking). Without it the row is locked first (`select … for update`).
   */
  revision?: number;
  /** Other columns that change in the same statement. */
  set?: Updateable<DB[T]>;
}

export interface Transitioned<S extends string> {
  from: S;
  to: S;
  revision: number;
}

/** An entity of the table, as every state machine sees it. */
interface Entity {
  state: string;
  revision: number;
  /** Null where it is the platform's own. */
  organization_id: string | null;
}

async function readEntity<S extends string, T extends StatefulTable>(
  tx: Tx,
  { table, owner }: StateTable<S, T>,
  id: string,
  lock: boolean,
): Promise<Entity> {
  // Every stateful table has these columns; Kysely can not know that of a table it learns at run time.
  const query = tx.selectFrom(table as 'merchants').where('id', '=', id);
  const row = await query
    .select(['state', 'revision'])
    .$if(owner !== 'platform', (tenant) => tenant.select('organization_id'))
    .$if(lock, (locked) => locked.forUpdate())
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return { ...row, organization_id: row.organization_id ?? null };
}

/**
 * Changes the state of an entity and records the transition. Refuses NOT_FOUND, and `stale` if the
 * revision is out of date. Throws for a transition that the state machine does not know: a bug.
 */
export async function transition<S extends string, T extends StatefulTable>(
  tx: Tx,
  of: StateTable<S, T>,
  { id, to, actor, reason, at, revision, set }: TransitionCommand<S, T>,
): Promise<Transitioned<S>> {
  const { machine, table, stale = 'BUSY_ELSEWHERE' } = of;
  const entity = await readEntity(tx, of, id, revision === undefined);
  if (revision !== undefined && revision !== entity.revision) throw refuse(stale);
  const from = expectState(machine, entity.state);
  if (!canTransition(machine, from, to))
    throw new Error(`A ${machine.entity} can not go from ${entity.state} to ${to}`);
  const next = entity.revision + 1;
  const { numUpdatedRows } = await tx
    .updateTable(table as 'merchants')
    // The columns are those of the table that the caller named.
    .set({ ...(set as Updateable<DB['merchants']>), state: to, revision: next })
    .where('id', '=', id)
    .where('revision', '=', entity.revision)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw refuse(stale);
  const made = { organizationId: entity.organization_id, id, from, to, revision: next };
  await writeTransition(tx, machine, { ...made, actor, reason, at });
  return { from, to, revision: next };
}

/** Records the first state of an entity; its row has this state and revision 1. */
export async function recordFirstState<S extends string>(
  tx: Tx,
  machine: StateMachine<S>,
  first: { organizationId: string | null; id: string; to: NoInfer<S>; actor: Actor; at: Date },
): Promise<void> {
  await writeTransition(tx, machine, { ...first, from: null, revision: 1, reason: null });
}

/**
 * Makes entities of one organization by an insert that returns their `id`, and records their first state in
 * the same statement. Returns their number.
 */
export async function insertWithFirstState<S extends string>(
  tx: Tx,
  { entity }: StateMachine<S>,
  insert: RawBuilder<unknown>,
  first: {
    organizationId: string;
    to: NoInfer<S>;
    actor: Actor;
    reason: string | null;
    at: Date;
  },
): Promise<number> {
  const { organizationId, to, actor, reason, at } = first;
  const { numAffectedRows } = await sql`
    with made as (${insert})
    insert into transitions (organization_id, entity, entity_id, revision, from_state, to_state,
      actor_kind, actor_id, actor_name, reason, at)
    select ${organizationId}, ${entity}, id, 1, null, ${to}, ${actor.kind}, ${actor.id}, ${actor.name},
      ${reason}, ${at}::timestamptz
    from made`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export interface MadeTransition<S extends string> {
  organizationId: string;
  id: string;
  /** Null where it is the entity's first state. */
  from: S | null;
  to: S;
  revision: number;
  reason: string | null;
}

/** Records transitions that a feature has made in one statement of its own. */
export async function recordTransitions<S extends string>(
  tx: Tx,
  { entity }: StateMachine<S>,
  made: readonly MadeTransition<NoInfer<S>>[],
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  await sql`
    insert into transitions (organization_id, entity, entity_id, revision, from_state, to_state,
      actor_kind, actor_id, actor_name, reason, at)
    select "organizationId", ${entity}, id, revision, "from", "to", ${actor.kind}, ${actor.id},
      ${actor.name}, reason, ${at}
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made("organizationId" uuid, id uuid,
      "from" text, "to" text, revision integer, reason text)`.execute(tx);
}

async function writeTransition<S extends string>(
  tx: Tx,
  machine: StateMachine<S>,
  made: {
    organizationId: string | null;
    id: string;
    from: S | null;
    to: S;
    revision: number;
    actor: Actor;
    reason: string | null;
    at: Date;
  },
): Promise<void> {
  const { actor, at, organizationId, ...one } = made;
  const owned = { ...one, organizationId: organizationId ?? PLATFORM_OWNER };
  await recordTransitions(tx, machine, [owned], { actor, at });
}

import type { StateMachine } from '@tegeka/contract/kit/state-machine.ts';
import type { RawBuilder } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { expectState } from './transition.ts';

// What transitions say about entities.

/** The newest transition of an entity; `from` is null for one that is in its first state. */
export async function readNewestTransition<S extends string>(
  tx: Tx,
  machine: StateMachine<S>,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<{ from: S | null; actorKind: string } | null> {
  const newest = await tx
    .selectFrom('transitions')
    .select(['from_state', 'actor_kind'])
    .where('organization_id', '=', organizationId)
    .where('entity', '=', machine.entity)
    .where('entity_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return null;
  const { from_state: from, actor_kind: actorKind } = newest;
  return { from: from === null ? null : expectState(machine, from), actorKind };
}

/** When one of the entities whose ids a subquery returns last went from a state to another; null where none did. */
export async function readLastTime<S extends string>(
  tx: Tx,
  machine: StateMachine<S>,
  owned: { organizationId: string; ids: RawBuilder<string> },
  [from, to]: readonly [NoInfer<S>, NoInfer<S>],
): Promise<Date | null> {
  const newest = await tx
    .selectFrom('transitions')
    .select('at')
    .where('organization_id', '=', owned.organizationId)
    .where('entity', '=', machine.entity)
    .where('entity_id', 'in', owned.ids)
    .where('from_state', '=', from)
    .where('to_state', '=', to)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.at ?? null;
}

/** When an entity first came into each of the states that it has been in. */
export async function readFirstTimes<S extends string>(
  tx: Tx,
  machine: StateMachine<S>,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<ReadonlyMap<S, Date>> {
  const rows = await tx
    .selectFrom('transitions')
    .select((eb) => ['to_state', eb.fn.min('at').as('at')])
    .where('organization_id', '=', organizationId)
    .where('entity', '=', machine.entity)
    .where('entity_id', '=', id)
    .groupBy('to_state')
    .execute();
  return new Map(rows.map(({ to_state, at }) => [expectState(machine, to_state), at]));
}

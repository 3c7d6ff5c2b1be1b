import { sql } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { AnyListSource } from './list-source.ts';

/** How many rows of a list are in each state, whatever is filtered or searched for. */
export async function readCounts<S extends string>(
  tx: Tx,
  { entity, organizationId, states }: AnyListSource & { states: readonly S[] },
): Promise<Record<S, number>> {
  const all = tx
    .selectFrom('state_counts')
    .select(['state', sql<number>`sum(delta)::integer`.as('count')])
    .where('entity', '=', entity)
    .groupBy('state');
  const rows =
    states.length === 0
      ? []
      : await (organizationId ? all.where('organization_id', '=', organizationId) : all).execute();
  const counts = states.map((state) => [
    state,
    rows.find((row) => row.state === state)?.count ?? 0,
  ]);
  // Object.fromEntries loses the names of the states.
  return Object.fromEntries(counts) as Record<S, number>;
}

/** Sums up what the triggers have added, so that a list has few rows to sum. */
export async function foldCounts(tx: PlatformTx): Promise<void> {
  await sql`
    with folded as (
      delete from state_counts where id in (
        select id from (
          select id, count(*) over (partition by organization_id, entity, state) as parts
          from state_counts) counted
        where parts > 1)
      returning organization_id, entity, state, delta)
    insert into state_counts (organization_id, entity, state, delta)
    select organization_id, entity, state, sum(delta) from folded
    group by organization_id, entity, state having sum(delta) <> 0`.execute(tx);
}

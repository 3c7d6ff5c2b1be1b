import { type ListPage, LIST_ROWS_MAX } from '@tegeka/contract/kit/list.ts';
import { sql, type SqlBool } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared-statements.ts';
import { refuseField } from '#platform/http/refusal.ts';
import { findPage, idsOf } from './list-find.ts';
import { type AnyListSource, type ListQuery, type ListSource, orderOf } from './list-source.ts';

export const pageOf = <T>(
  content: T[],
  { page, size }: { page: number; size: number },
  totalElements: number,
) => ({ content, page, size, totalElements, totalPages: Math.ceil(totalElements / size) });

/** How many rows of a list are in each state, whatever is filtered or searched for. */
async function readCounts<S extends string>(
  tx: Tx,
  { entity, organizationId, states }: AnyListSource & { states: readonly S[] },
): Promise<Record<S, number>> {
  const all = tx
    .selectFrom('state_counts')
    .select(['state', sql<number>`sum(delta)::integer`.as('count')])
    .where('entity', '=', entity)
    .groupBy('state');
  const own = organizationId ? all.where('organization_id', '=', organizationId) : all;
  const { rows } = states.length === 0 ? { rows: [] } : await runPrepared(tx, own.compile());
  const counts = states.map((state) => [
    state,
    rows.find((row) => row.state === state)?.count ?? 0,
  ]);
  // Object.fromEntries loses the names of the states.
  return Object.fromEntries(counts) as Record<S, number>;
}

/** The entities of which the caller's organization has at least one, in any state. */
export async function whichExist(tx: Tx, entities: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('state_counts')
    .select('entity')
    .where('entity', 'in', entities)
    .groupBy('entity')
    .having(sql<number>`sum(delta)`, '>', 0)
    .execute();
  return new Set(rows.map(({ entity }) => entity));
}

/** Merges the rows of `state_counts` that triggers have added, so that a list has few rows to sum. */
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

function expectReach({ page, size }: ListQuery): void {
  if (page * size <= LIST_ROWS_MAX) return;
  const max = LIST_ROWS_MAX.toLocaleString('en');
  const message = `Only the first ${max} rows can be paged through. Use a filter, a search or the export.`;
  throw refuseField('page', message);
}

/**
 * A page of a list with its totals and its counts by state. Refuses INPUT_INVALID on `page` beyond
 * {@link LIST_ROWS_MAX} rows.
 */
export async function readPage<D, T extends keyof D, Row, Item, S extends string>(
  tx: Tx,
  source: ListSource<D, T, Row, Item, S>,
  query: ListQuery,
): Promise<ListPage<Item, S>> {
  expectReach(query);
  const counts = await readCounts(tx, source);
  const listed = {
    source,
    order: orderOf(source, query.sort),
    idsOf: idsOf(tx, source, query.sort),
  };
  const { ids, total, isCapped } = await findPage(tx, listed, query, counts);
  // The subquery hides the number of ids from the planner, which would use a custom plan for short pages.
  const onPage = sql`${ids}::${sql.raw(source.idType ?? 'uuid')}[]`;
  const rows = source
    .rows(tx)
    .where(sql<SqlBool>`${sql.ref(source.id)} = any(array(select unnest(${onPage})))`)
    .orderBy(sql`array_position(${onPage}, ${sql.ref(source.id)})`);
  const found = await runPrepared(tx, rows.compile());
  const content = found.rows.map((row) => source.item(row));
  return { ...pageOf(content, query, total), totalIsCapped: isCapped, counts };
}

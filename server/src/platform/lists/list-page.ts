import { LIST_COUNT_MAX, type ListPage, LIST_ROWS_MAX } from '@tegeka/contract/kit/list.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuseField } from '#platform/http/refusal.ts';
import { findHits, matches, parseSearch } from './search-words.ts';
import {
  allOf,
  type AnyListSource,
  type Condition,
  inOrder,
  type ListQuery,
  type ListSource,
  narrowingOf,
  orderOf,
} from './list-source.ts';

/** So many rows are few: each is asked whether it matches a search, and what was found is sorted. */
const FEW = 5000;

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

interface Total {
  total: number;
  isCapped: boolean;
  /** True where the rows that match are few enough to be sorted; by default as many as {@link FEW}. */
  isFew?: boolean;
}

function expectReach({ page, size }: ListQuery): void {
  if (page * size <= LIST_ROWS_MAX) return;
  const most = LIST_ROWS_MAX.toLocaleString('en');
  const message = `Only the first ${most} rows can be paged through. Use a filter, a search or the export.`;
  throw refuseField('page', message);
}

/** How many rows the conditions leave, counted up to a limit. */
async function countRows<D, T extends keyof D, Row, Item, S extends string>(
  tx: Tx,
  source: ListSource<D, T, Row, Item, S>,
  conditions: readonly Condition[],
  limit: number | null,
): Promise<number> {
  const matching = source
    .rows(tx)
    .clearSelect()
    .select(sql`1`.as('one'))
    .where(allOf(conditions));
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total
    from ${limit === null ? matching : matching.limit(limit)} matching`.execute(tx);
  return rows[0]?.total ?? 0;
}

async function narrow<D, T extends keyof D, Row, Item, S extends string>(
  tx: Tx,
  source: ListSource<D, T, Row, Item, S>,
  query: ListQuery,
  counts: Record<S, number>,
): Promise<Total & { conditions: Condition[] }> {
  const { state, conditions, isFiltered } = narrowingOf(source, query);
  const prefixes = parseSearch(query.search);
  const countUpTo = async (all: Condition[]): Promise<Total> => {
    const total = await countRows(tx, source, all, LIST_COUNT_MAX + 1);
    return { total: Math.min(total, LIST_COUNT_MAX), isCapped: total > LIST_COUNT_MAX };
  };
  const known = source.states.find((name) => name === state);
  if (source.search && query.search) {
    const all = [...conditions, await source.search(tx, query.search)];
    const found = await countRows(tx, source, all, FEW + 1);
    const total = Math.min(found, LIST_COUNT_MAX);
    return { total, isCapped: found > total, isFew: found <= FEW, conditions: all };
  }
  if (prefixes.length === 0) {
    if (isFiltered) return { ...(await countUpTo(conditions)), conditions };
    const sum = source.states.reduce((all, name) => all + counts[name], 0);
    if (source.states.length > 0) {
      return { total: known ? counts[known] : sum, isCapped: false, conditions };
    }
    return { total: await countRows(tx, source, [], null), isCapped: false, conditions };
  }
  const hits = await findHits(tx, source, prefixes);
  if (hits.isCapped && known && counts[known] <= FEW) {
    const all = [...conditions, matches(source, prefixes)];
    return { ...(await countUpTo(all)), conditions: all };
  }
  const all = [...conditions, hits.condition];
  if (conditions.length === 0) {
    const total = Math.min(hits.count, LIST_COUNT_MAX);
    return { total, isCapped: hits.isCapped, conditions: all };
  }
  const { total, isCapped } = await countUpTo(all);
  return { total, isCapped: isCapped || hits.isCapped, conditions: all };
}

/**
 * The ids of a page: from an index alone, so that rows that are skipped are never fetched. Where few rows
 * match, they are looked up first and sorted then: the index of the order could lead through all the others.
 */
function pageIds<D, T extends keyof D, Row, Item, S extends string>(
  tx: Tx,
  source: ListSource<D, T, Row, Item, S>,
  { page, size, sort }: ListQuery,
  { conditions, isFew }: { conditions: readonly Condition[]; isFew: boolean },
): RawBuilder<unknown> {
  const order = orderOf(source, sort);
  const id = sql.ref(source.id).as('id');
  const matching = source.rows(tx).clearSelect().select(id).where(allOf(conditions));
  if (!isFew) {
    return sql`${inOrder(matching, order)
      .limit(size)
      .offset(page * size)}`;
  }
  const place = sql`row(${sql.join(order.columns.map((column) => sql.ref(column)))})`;
  // OFFSET keeps the planner from looking at the order first.
  const few = matching.select(place.as('place')).offset(0);
  return sql`select id from (${few}) few order by place ${sql.raw(order.direction)}
    limit ${size} offset ${page * size}`;
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
  const narrowed = await narrow(tx, source, query, counts);
  const { conditions, total, isCapped } = narrowed;
  const { isFew = conditions.length > 0 && !isCapped && total <= FEW } = narrowed;
  const ids = pageIds(tx, source, query, { conditions, isFew });
  const rows = await inOrder(source.rows(tx), orderOf(source, query.sort))
    .where(sql<SqlBool>`${sql.ref(source.id)} in (${ids})`)
    .execute();
  const content = rows.map((row) => source.item(row));
  return { ...pageOf(content, query, total), totalIsCapped: isCapped, counts };
}

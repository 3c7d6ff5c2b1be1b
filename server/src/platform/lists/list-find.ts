import { LIST_COUNT_MAX } from '@tegeka/contract/kit/list.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared-statements.ts';
import {
  allOf,
  type AnyListSource,
  type Condition,
  inOrder,
  type IsHit,
  type ListOrder,
  type ListQuery,
  type ListSource,
  type Narrowing,
  narrowingOf,
  orderOf,
  searchOf,
} from './list-source.ts';
import { anyHit, firstHits, parseSearch } from './search-words.ts';

/** The ids of a page's rows in their order, and how many rows there are on all pages. */
interface Found {
  ids: string[];
  total: number;
  isCapped: boolean;
}

/** Part of a list: `max` rows from `from` on, in the order of the list or in any order. */
interface Part {
  max: number | null;
  from?: number;
  sorted: boolean;
}

/** A subquery for the ids of rows that meet conditions, with their sort keys as key_0, key_1 and so on. */
type IdsOf = (conditions: readonly Condition[], part: Part) => RawBuilder<unknown>;

export function idsOf<D, T extends keyof D, Row, Item, S extends string>(
  tx: Tx,
  source: ListSource<D, T, Row, Item, S>,
  sort: string,
): IdsOf {
  const order = orderOf(source, sort);
  const keys = order.columns.map((column, n) => sql.ref(column).as(`key_${n}`));
  const rows = source
    .rows(tx)
    .clearSelect()
    .select([sql.ref(source.id).as('id'), ...keys]);
  return (conditions, { max, from = 0, sorted }) => {
    // Literals: for a limit that is a parameter the planner assumes a tenth of all rows.
    const some = rows.where(allOf(conditions)).limit(sql.lit(max)).offset(sql.lit(from));
    return sql`(${sorted ? inOrder(some, order) : some})`;
  };
}

/** A list whose page is looked for. */
interface Listed {
  source: AnyListSource;
  order: ListOrder;
  idsOf: IdsOf;
}

/** Rows and words that are read for a filter or search: one more than are counted. */
const LOOKED_AT = LIST_COUNT_MAX + 1;

/** If the listed state has at most so many rows, each of them is checked against the search. */
const FEW = 5000;

/** Ids that a prepared statement reads, so that its text is the same for all pages among them. */
const PREPARED_IDS = 100;

const isNear = ({ page, size }: ListQuery) => (page + 1) * size <= PREPARED_IDS;

/** How many sorted ids a statement reads for a page; `cut` takes those of the page. */
function cutOf({ page, size }: ListQuery, isPrepared: boolean) {
  const from = page * size;
  if (!isPrepared) return { max: size, from, cut: (ids: RawBuilder<unknown>) => ids };
  const cut = (ids: RawBuilder<unknown>) =>
    sql`(${ids})[${from + 1}::integer:${from + size}::integer]`;
  return { max: PREPARED_IDS, from: 0, cut };
}

/**
 * The ids of a page of all rows, or of those in one state: from an index alone, so that rows that are
 * skipped are never fetched.
 */
async function readIds(
  tx: Tx,
  { idsOf: ids }: Listed,
  query: ListQuery,
  conditions: readonly Condition[],
): Promise<string[]> {
  const isPrepared = isNear(query);
  const { cut, ...part } = cutOf(query, isPrepared);
  const page = cut(sql`array(select id from ${ids(conditions, { ...part, sorted: true })} rows)`);
  const statement = sql<{ ids: string[] }>`select (${page})::text[] as ids`.compile(tx);
  const { rows } = await (isPrepared ? runPrepared(tx, statement) : tx.executeQuery(statement));
  return rows[0]?.ids ?? [];
}

/** What is read to find a page of a list with filters or a search. */
interface Lookup {
  /** True if a generic plan is good for all values. Filters need a plan for their values. */
  isPrepared?: boolean;
  conditions: readonly Condition[];
  /** Conditions with an index each, one of which a row must meet. */
  anyOf: readonly Condition[];
  /** True for a search: of more rows than are read, those that come first in the index are taken. */
  isSearch?: boolean;
  /** Entities that were found by their words. */
  hits?: {
    ids: RawBuilder<unknown>;
    /** The one of `anyOf` that uses them: `column` has the id of such an entity. */
    condition: Condition;
    column: string;
    /** Rows of the list: these entities, these entities sorted by id alone, or rows that refer to them. */
    rows: 'hits' | 'ids of hits' | 'rows of hits';
  };
}

const inKeys = ({ columns, direction }: ListOrder): RawBuilder<unknown> => {
  const keys = columns.map((_, n) => sql`${sql.ref(`key_${n}`)} ${sql.raw(direction)}`);
  return sql`order by ${sql.join(keys)}`;
};

/** The first rows of hits. An index has each hit's rows in order, so many rows cost no more than few. */
function firstOfHits(
  { order, idsOf: ids }: Listed,
  ofHit: readonly Condition[],
  max: number,
): RawBuilder<unknown> {
  const first = (hits: RawBuilder<unknown>, each: number) => sql`
    from ${hits} hit cross join lateral ${ids(ofHit, { max: each, sorted: true })} of_hit
    ${inKeys(order)} limit ${sql.lit(max)}`;
  // They can only be rows of the hits whose own first row is among the first ones.
  const best = first(sql`(select distinct id from hits)`, 1);
  return sql`(select of_hit.* ${first(sql`(select hit.id ${best})`, max)})`;
}

/** The first rows of each condition, in any order for a search; with `sorted` those of hits are sorted. */
function lookUp(
  listed: Listed,
  { conditions, anyOf, hits, isSearch = false }: Lookup,
  max: number,
  sorted: boolean,
): RawBuilder<unknown> {
  const parts = anyOf.map((one) => {
    if (one !== hits?.condition || !sorted) {
      const looked = Math.max(max, LOOKED_AT + 1);
      return listed.idsOf([...conditions, one], { max: looked, sorted: !isSearch });
    }
    const ofHit = sql<SqlBool>`${sql.ref(hits.column)} = hit.id`;
    return firstOfHits(listed, [...conditions, ofHit], max);
  });
  return sql.join(parts, sql` union `);
}

/** Finds a page in one statement. It sorts rows of hits only if not all were read and the hits are few. */
async function findNarrowed(
  tx: Tx,
  listed: Listed,
  query: ListQuery,
  lookup: Lookup,
): Promise<Found> {
  const { hits, isPrepared = false } = lookup;
  const to = (query.page + 1) * query.size;
  const { max, from, cut } = cutOf(query, isPrepared);
  const found =
    hits?.rows === 'ids of hits'
      ? sql`select distinct id, id as key_0 from hits`
      : lookUp(listed, lookup, Math.max(LOOKED_AT + 1, to), false);
  const pageOf = (rows: RawBuilder<unknown>) =>
    cut(sql`array(select id from ${rows} ${inKeys(listed.order)}
      limit ${sql.lit(max)} offset ${sql.lit(from)})`);
  const few = pageOf(sql`found`);
  const ids =
    hits?.rows === 'rows of hits'
      ? sql`case when total <= ${sql.lit(LOOKED_AT)} or looked > ${sql.lit(LIST_COUNT_MAX)} then ${few}
          else ${pageOf(sql`(${lookUp(listed, lookup, to, true)}) first`)} end`
      : few;
  const statement = sql<{ total: number; looked: number; ids: string[] }>`
    with hits as materialized (${hits?.ids ?? sql`select null where false`}),
      found as materialized (${found})
    select total, looked, (${ids})::text[] as ids from (select count(*)::integer as total from found) f,
      (select count(*)::integer as looked from hits) h`.compile(tx);
  const { rows } = await (isPrepared ? runPrepared(tx, statement) : tx.executeQuery(statement));
  const { ids: onPage = [], total = 0, looked = 0 } = rows[0] ?? {};
  const isCapped = Math.max(total, looked) > LIST_COUNT_MAX;
  return { ids: onPage, total: Math.min(total, LIST_COUNT_MAX), isCapped };
}

/** Finds a page of a list with a search. */
async function findSearched(
  tx: Tx,
  listed: Listed,
  query: ListQuery,
  { conditions, isFiltered }: Narrowing,
  prefixes: readonly string[],
): Promise<Found> {
  const { source, order } = listed;
  let hits: Lookup['hits'];
  const isHit: IsHit = (column, entity) => {
    const condition = sql<SqlBool>`${sql.ref(column)} = any(array(select id from hits))`;
    // Then their ids are enough: reading a thousand rows would take longer than everything else.
    const byIdAlone = conditions.length === 0 && order.columns.length === 1;
    const own = byIdAlone ? 'ids of hits' : 'hits';
    const ids = firstHits({ ...source, entity }, prefixes, LOOKED_AT);
    hits = { ids, condition, column, rows: source.search ? 'rows of hits' : own };
    return condition;
  };
  const anyOf = searchOf(source, query.search ?? '', isHit);
  const isPrepared = !isFiltered && isNear(query);
  const lookup = { isPrepared, conditions, anyOf, isSearch: true, ...(hits && { hits }) };
  return findNarrowed(tx, listed, query, lookup);
}

/** How many rows a list without states has. */
async function countAll(tx: Tx, { idsOf: ids }: Listed): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total
    from ${ids([], { max: null, sorted: false })} rows`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** The page that a query asks for, and how many rows there are. */
export async function findPage(
  tx: Tx,
  listed: Listed,
  query: ListQuery,
  counts: Readonly<Record<string, number>>,
): Promise<Found> {
  const { source } = listed;
  const narrowing = narrowingOf(source, query);
  const { state, conditions, isFiltered } = narrowing;
  const prefixes = parseSearch(query.search);
  if (prefixes.length > 0) {
    const found = await findSearched(tx, listed, query, narrowing, prefixes);
    const inState = state === null ? Infinity : (counts[state] ?? Infinity);
    if (!found.isCapped || source.search || inState > FEW) return found;
    const anyOf = [anyHit(prefixes)(source.id, source.entity)];
    return findNarrowed(tx, listed, query, { conditions, anyOf });
  }
  if (isFiltered)
    return findNarrowed(tx, listed, query, { conditions, anyOf: [sql<SqlBool>`true`] });
  const ids = await readIds(tx, listed, query, conditions);
  const total =
    state === null ? Object.values(counts).reduce((all, count) => all + count, 0) : counts[state];
  if (source.states.length > 0) return { ids, total: total ?? 0, isCapped: false };
  return { ids, total: await countAll(tx, listed), isCapped: false };
}

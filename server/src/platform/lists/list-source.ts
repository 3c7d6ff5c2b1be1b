import type { Admission } from '@tegeka/contract/kit/endpoint.ts';
import type { ListDescription } from '@tegeka/contract/kit/list.ts';
import { plainReference, type ReferencePrefix } from '@tegeka/contract/kit/reference.ts';
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export type Condition = RawBuilder<SqlBool>;

/** The highest code point: each text that begins with a prefix sorts before the prefix and this. */
const LAST = '\u{10FFFF}';

/**
 * A parameter whose value the planner does not see. It would otherwise expect a custom plan to be cheaper than
 * the generic one, and plan a prepared search on each call, which takes longer than the search itself.
 */
const unplanned = (text: string) => sql`(select ${text}::text)`;

/** A column begins with a text: two comparisons, which an index serves. */
export const beginsWith = (column: string, text: string): Condition =>
  sql<SqlBool>`(${sql.ref(column)} >= ${unplanned(text)} and ${sql.ref(column)} < ${unplanned(text + LAST)})`;

/** A search for a reference of ours by its beginning, in small letters and with gaps too. */
export const hasReference = (column: string, typed: string): Condition =>
  beginsWith(column, plainReference(typed));

/** True for a text that begins like our references of a kind, so that it can only be a reference. */
export const isReference = (prefix: ReferencePrefix, typed: string): boolean =>
  plainReference(typed).startsWith(prefix);

/** A list that is searched by references alone. */
export const referenceSearch = (column: string) => (typed: string) => [hasReference(column, typed)];

/** Makes a condition: the column has the id of an entity with a word that begins with the searched text. */
export type IsHit = (column: string, entity: string) => Condition;

export interface ListQuery {
  /** From 0. */
  page: number;
  size: number;
  sort: string;
  search?: string | undefined;
  /** The state and the filters, by the names in the endpoint. */
  [filter: string]: unknown;
}

/** A list: where its rows come from, and what the endpoint's sorts and filters mean in SQL. */
export interface ListSource<D, T extends keyof D, Row, Item, S extends string> {
  endpoint: { list: ListDescription; admission: Admission };
  /** The table of the rows, as in `state_counts` and `search_words`. */
  entity: string;
  /** The states of the state machine; none where rows have no state. They are counted by `attach_counts`. */
  states: readonly S[];
  /** Every row that the transaction's organization, or `organizationId`, has of the entity. */
  rows: (tx: Tx) => SelectQueryBuilder<D, T, Row>;
  item: (row: Row) => Item;
  /** The column of the id. */
  id: string;
  /** Its type, a UUID by default. */
  idType?: 'integer' | 'bigint';
  /** The column of the state. */
  state?: string;
  /** Columns of each sort, none of them nullable. The id is added to order rows that are equal. */
  sorts: Readonly<Record<string, readonly string[]>>;
  filters?: Readonly<Record<string, (value: unknown) => Condition>>;
  /**
   * For lists that have no rows in `search_words`, since they are very large and without names: the
   * conditions of a search text, each with an index of its own. A row must meet one of them.
   */
  search?: (text: string, isHit: IsHit) => Condition[];
  /** The organization whose rows a transaction across organizations lists; without it all. */
  organizationId?: string;
}

export type AnyListSource = Pick<
  ListSource<never, never, never, never, string>,
  | 'endpoint'
  | 'entity'
  | 'states'
  | 'id'
  | 'idType'
  | 'state'
  | 'sorts'
  | 'filters'
  | 'search'
  | 'organizationId'
>;

const sortName = (sort: string) => sort.replace(/^-/, '');

/** Declares a list. Throws if the endpoint has a sort or filter that the list does not know. */
export function listSource<D, T extends keyof D, Row, Item, S extends string>(
  source: ListSource<D, T, Row, Item, S>,
): ListSource<D, T, Row, Item, S> {
  const { endpoint, sorts, filters = {}, entity } = source;
  const missing = [
    ...endpoint.list.sorts.filter((sort) => !sorts[sortName(sort)]),
    ...endpoint.list.filters.filter((filter) => !filters[filter]),
  ];
  if (missing.length > 0) throw new Error(`The list of ${entity} lacks ${missing.join(', ')}`);
  return source;
}

/** What a list is sorted by, first to last, and which way. */
export interface ListOrder {
  columns: readonly string[];
  direction: 'asc' | 'desc';
}

export function orderOf({ sorts, id, entity }: AnyListSource, sort: string): ListOrder {
  const columns = sorts[sortName(sort)];
  if (!columns) throw new Error(`${entity} can not be sorted by ${sort}`);
  return {
    columns: columns.includes(id) ? columns : [...columns, id],
    direction: sort.startsWith('-') ? 'desc' : 'asc',
  };
}

export const inOrder = <D, T extends keyof D, Row>(
  rows: SelectQueryBuilder<D, T, Row>,
  { columns, direction }: ListOrder,
): SelectQueryBuilder<D, T, Row> =>
  columns.reduce((all, column) => all.orderBy(sql.ref(column), direction), rows);

/** The conditions of a query, without its search. */
export interface Narrowing {
  /** The one state that is listed. */
  state: string | null;
  conditions: Condition[];
  /** True where the list is narrowed by more than its state. */
  isFiltered: boolean;
}

export function narrowingOf(source: AnyListSource, query: Record<string, unknown>): Narrowing {
  const { endpoint, state: column, filters = {} } = source;
  const { stateKey, filters: names } = endpoint.list;
  const state = column ? query[stateKey] : undefined;
  // A literal and no parameter, so that a partial index of the rows in one state can be used.
  const ofState =
    column && typeof state === 'string'
      ? [sql<SqlBool>`${sql.ref(column)} = ${sql.lit(state)}`]
      : [];
  const ofFilters = names.flatMap((name) => {
    const filter = filters[name];
    const value = query[name];
    return filter && value !== undefined ? [filter(value)] : [];
  });
  return {
    state: typeof state === 'string' ? state : null,
    conditions: [...ofState, ...ofFilters],
    isFiltered: ofFilters.length > 0,
  };
}

/** The conditions of a search, one of which a row must meet; by default that a word begins with the text. */
export const searchOf = ({ search, id, entity }: AnyListSource, text: string, isHit: IsHit) =>
  search?.(text, isHit) ?? [isHit(id, entity)];

export const anyOf = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

import * as z from 'zod/mini';
import { described } from './described.ts';
import {
  type Endpoint,
  endpoint,
  type EndpointOptions,
  type PathParams,
  type Shape,
} from './endpoint.ts';
import { typed } from './text.ts';

/** Rows of a list that can be paged to. Beyond this, use a filter, a search or the export. */
export const LIST_ROWS_MAX = 10_000;

/** A filtered or searched list is counted exactly up to this number; see `totalIsCapped`. */
export const LIST_COUNT_MAX = 1_000;

/** A number in a query, where it is text. Empty text counts as not given: coercion would make it 0. */
export function fromQuery<S extends Shape>(shape: S): S {
  const given = z.transform((text) => (String(text).trim() === '' ? undefined : text));
  // A caller gives and a handler receives what the shape says.
  return z.pipe(given, shape) as Shape as S;
}

const whole = (least: number, max: number, otherwise: number) =>
  fromQuery(
    z._default(z.coerce.number().check(z.int(), z.minimum(least), z.maximum(max)), otherwise),
  );

/** Query of every list: page from 0, size 10 by default (100 at most), search text. */
export const pageQuery = {
  page: described('The page, from 0.', whole(0, 1_000_000, 0)),
  size: described('Entries on a page, up to 100.', whole(1, 100, 10)),
  search: described(
    'Search text: the beginning of each word is enough.',
    z.optional(z.string().check(typed(), z.maxLength(100))),
  ),
};

/** The query of lists that have pages, but no search, order or filters. */
export const pagingQuery = z.object({
  page: pageQuery.page,
  size: pageQuery.size,
});

export function pageOf<S extends Shape>(item: S) {
  return z.object({
    content: described('The rows of the page.', z.array(item)),
    page: described('The page, from 0.', z.int()),
    size: described('Entries on a page.', z.int()),
    totalElements: described(
      'Rows in all. With a filter or a search it stops at 1,000: see `totalIsCapped`.',
      z.int(),
    ),
    totalPages: described('Pages of all rows that `totalElements` counts.', z.int()),
  });
}

/** What a list endpoint can do, for the screen and the server. */
export interface ListDescription {
  /** States in the order of their tabs; empty where the entity has none. */
  states: readonly string[];
  /** The query parameter, and the item's property, that hold the state. */
  stateKey: 'state' | 'status';
  /** Sort keys; a leading - means descending. The first one is the default. */
  sorts: readonly string[];
  /** Query parameters of the filters, without page, size, sort, search and state. */
  filters: readonly string[];
  searchable: boolean;
}

type FilterShapes = Readonly<Record<string, z.ZodMiniType>>;

interface ListOptions<
  Path extends string,
  I extends Shape,
  S extends string,
  K extends 'state' | 'status',
  O extends string,
  F extends FilterShapes,
> extends EndpointOptions<Path> {
  /** The shape of a row; it has an `id`. */
  item: I;
  states?: readonly S[];
  /** 'state' unless the entity calls it `status`. */
  stateKey?: K;
  sorts: readonly [O, ...O[]];
  filters?: F;
  search?: boolean;
}

type StateFilter<K extends string, S extends string> = [S] extends [never]
  ? unknown
  : { [key in K]: z.ZodMiniOptional<z.ZodMiniEnum<{ [state in S]: state }>> };

type Narrowing<K extends string, S extends string, O extends string, F> = {
  sort: z.ZodMiniDefault<z.ZodMiniEnum<{ [sort in O]: sort }>>;
} & StateFilter<K, S> &
  F;

type ListQuery<K extends string, S extends string, O extends string, F> = z.ZodMiniObject<
  typeof pageQuery & Narrowing<K, S, O, F>
>;

type ExportQuery<K extends string, S extends string, O extends string, F> = z.ZodMiniObject<
  Pick<typeof pageQuery, 'search'> & Narrowing<K, S, O, F>
>;

type ListAnswer<I extends Shape, S extends string> = ReturnType<typeof listAnswer<I, S>>;

export type ListPage<Item, State extends string = string> = Omit<
  z.infer<ListAnswer<Shape, State>>,
  'content'
> & { content: Item[] };

function listAnswer<I extends Shape, S extends string>(item: I, states: readonly S[]) {
  const counts = z.object(Object.fromEntries(states.map((state) => [state, z.int()])));
  return z.extend(pageOf(item), {
    totalIsCapped: described(
      'True where there are more rows than `totalElements` says.',
      z.boolean(),
    ),
    counts: described(
      'Rows by state, whatever is filtered or searched for.',
      counts as unknown as z.ZodMiniRecord<z.ZodMiniEnum<{ [state in S]: state }>, z.ZodMiniInt>,
    ),
  });
}

/**
 * A list endpoint: page, size, sort, search, state and filters in the query; rows, totals and counts
 * by state in the answer. Totals are exact for the unfiltered list and for a state alone.
 */
export function listEndpoint<
  Path extends string,
  I extends Shape,
  const O extends string,
  const S extends string = never,
  const K extends 'state' | 'status' = 'state',
  F extends FilterShapes = {},
>(
  options: ListOptions<Path, I, S, K, O, F>,
): Endpoint<PathParams<Path>, ListQuery<K, S, O, F>, never, ListAnswer<I, S>> & {
  list: ListDescription;
} {
  const {
    item,
    states = [],
    stateKey = 'state',
    sorts,
    search = false,
    filters,
    ...rest
  } = options;
  const query = z.object({ ...pageQuery, ...narrowing(options) });
  return {
    ...endpoint({
      ...rest,
      // The types are those of the options: spreading generic shapes loses them.
      query: query as unknown as ListQuery<K, S, O, F>,
      answers: listAnswer(item, states),
    }),
    list: {
      states,
      stateKey,
      sorts,
      filters: Object.keys(filters ?? {}),
      searchable: search,
    },
  };
}

/** The CSV of everything that a list's filter finds: the list's path and `/export`. */
export function exportEndpoint<
  Path extends string,
  I extends Shape,
  const O extends string,
  const S extends string = never,
  const K extends 'state' | 'status' = 'state',
  F extends FilterShapes = {},
>(options: ListOptions<Path, I, S, K, O, F>) {
  const { name, summary, path, admission, audit, limit, active, errors = [] } = options;
  const query = z.object({
    search: pageQuery.search,
    ...narrowing(options),
  });
  return endpoint({
    name,
    summary,
    path: `${path}/export`,
    admission,
    ...(audit && { audit }),
    ...(limit && { limit }),
    ...(active && { active }),
    heavy: true,
    query: query as unknown as ExportQuery<K, S, O, F>,
    answersFile: true,
    errors,
  });
}

function narrowing<O extends string>(options: {
  sorts: readonly [O, ...O[]];
  states?: readonly string[];
  stateKey?: 'state' | 'status';
  filters?: FilterShapes;
}) {
  const { sorts, states = [], stateKey = 'state', filters } = options;
  return {
    sort: described(
      'The order; a leading `-` means descending.',
      z._default(z.enum([...sorts]), sorts[0]),
    ),
    ...(states.length > 0 && { [stateKey]: z.optional(z.enum([...states])) }),
    ...filters,
  };
}

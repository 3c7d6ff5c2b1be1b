import type { Endpoint, InputOf, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { ListDescription, ListPage } from '@tegeka/contract/kit/list.ts';
import type { MenuIcon } from '@tegeka/contract/kit/menus.ts';
import type { UseQueryOptions } from '@tanstack/react-query';
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { callForBytes, type CallInput } from '#platform/call/call.ts';
import { filterOf, type ListFilter, queryOf } from './list-query.ts';
import { type ListSearch, listSearchOf } from './list-search.ts';

/** How a value of a column is shown; charges and duty are amounts that are negated. */
export type ValueKind =
  | 'text'
  | 'phone'
  | 'email'
  | 'money'
  | 'negated'
  | 'date'
  | 'moment'
  | 'state';

/** A column of a list. The first one is the row's link and can not be hidden. */
export interface ListColumn<Row> {
  /** Unique in the list. The device stores hidden columns by this name. */
  name: string;
  label: string;
  /** The value as the API has it; null is shown as 'none'. */
  value?: (row: Row) => string | number | null;
  /** How the value is shown. Default: text. */
  kind?: ValueKind;
  /** Renders the cell in place of `value`. */
  cell?: (row: Row) => ReactNode;
  /** A second, smaller line below the value. */
  sub?: (row: Row) => ReactNode;
  /** The endpoint's sort key for this column, if it has one. */
  sort?: string;
  /** Hidden until somebody chooses to see it. */
  hidden?: boolean;
  /**
   * Where it stands in the short row of a phone. Default: the first column that fits, which is the first one for
   * the title, that of an amount or the state for these, and any other for what the row is about.
   */
  phone?: 'amount' | 'about';
}

/** What a screen defines for its list. */
export interface ListOptions<Row> {
  /** The address of the list. */
  path: NonNullable<LinkProps['to']>;
  /** The noun for one entry, and for several. */
  one: string;
  many: string;
  icon: MenuIcon;
  columns: readonly ListColumn<Row>[];
  /** The address of a row's drawer, without the search of the list; null if rows have none. */
  link: ((row: Row) => LinkProps) | null;
  /** What the search looks at, such as 'names and references'. */
  searches?: string;
  /** Labels of states whose names are not clear enough. */
  stateLabels?: Readonly<Record<string, string>>;
  /** The state that is listed if the address names none. Default: all states. */
  firstState?: string;
  /** States whose tab is shown only when there are entries. */
  rareStates?: readonly string[];
  /** Texts for a state without entries. */
  nothingIn?: Readonly<Record<string, { heading: string; text: string }>>;
  /** Filters that the endpoint takes. */
  filters?: readonly ListFilter[];
  /** Values of filters that have a tab beside those of the states. */
  filterTabs?: readonly { key: string; value: string; label: string }[];
  /** The endpoint that exports the list. */
  export?: Endpoint;
}

type ListEndpoint = Endpoint & { list: ListDescription };

type RowOf<E extends Endpoint> = OutputOf<E> extends { content: (infer Row)[] } ? Row : never;

/** A list as its screen and its loader use it. */
export interface ListDefinition<Row, Params> extends ListOptions<Row> {
  /** The name of the endpoint: saved views and chosen columns are kept under it. */
  key: string;
  about: ListDescription;
  /** The query of the page that an address names. */
  page: (
    params: Params,
    search: ListSearch,
  ) => UseQueryOptions<ListPage<Row>, Error, ListPage<Row>, readonly [string, unknown]>;
  /** Fetches all entries that an address finds, as a CSV file. Null if the list has no export. */
  file:
    | null
    | ((params: Params, search: ListSearch, onBytes: (count: number) => void) => Promise<Blob>);
}

/** Stale time in milliseconds: the screen uses the page that its loader has just fetched. */
const FRESH_MS = 3000;

/** Combines a list endpoint with the options of its screen. */
export function defineList<E extends ListEndpoint>(
  endpoint: E,
  options: ListOptions<RowOf<E>>,
): ListDefinition<RowOf<E>, InputOf<E>['params']> {
  const { list: about, name: key } = endpoint;
  const source = { ...options, about };
  const { export: exported } = options;
  return {
    ...options,
    key,
    about,
    page: (params, search) => ({
      // The shape of the endpoint has parsed the page; a generic endpoint hides that from the types.
      ...(endpointQuery<Endpoint>(endpoint, {
        params,
        query: queryOf(source, search),
      } as CallInput<Endpoint>) as unknown as UseQueryOptions<
        ListPage<RowOf<E>>,
        Error,
        ListPage<RowOf<E>>,
        readonly [string, unknown]
      >),
      staleTime: FRESH_MS,
    }),
    file: exported
      ? (params, search, onBytes) =>
          callForBytes<Endpoint>(
            exported,
            { params, query: filterOf(source, search) } as CallInput<Endpoint>,
            { onBytes },
          )
      : null,
  };
}

/** For the loader of a route: starts the request before the screen is rendered. */
export function prefetchList<Row, Params>(
  list: ListDefinition<Row, Params>,
  params: Params,
  search: ListSearch,
): void {
  void cache.prefetchQuery(list.page(params, search));
}

/** A list as its address shows it, and navigation to other views of it. */
export interface ListView<Row, Params> {
  list: ListDefinition<Row, Params>;
  params: Params;
  search: ListSearch;
  /** Goes to another view of the list. With `typing` it replaces the present history entry. */
  go: (next: ListSearch, typing?: boolean) => void;
}

/**
 * A link with the search parameters of a list. The router's types do not cover a link that is combined
 * from variables: the cast declares it as a link to `/`.
 */
export const withSearch = (link: LinkProps, search: ListSearch) =>
  ({ ...link, search }) as unknown as { to: '/' };

/** The view of a list that the address names. `onGo` is called before it changes. */
export function useListView<Row, Params>(
  list: ListDefinition<Row, Params>,
  params: Params,
  onGo?: () => void,
): ListView<Row, Params> {
  const address: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    list,
    params,
    search: listSearchOf(address),
    go: (next, typing = false) => {
      onGo?.();
      // A drawer that is opened during the search debounce stays open.
      const to = typing ? '.' : list.path;
      void navigate({ ...withSearch({ to }, next), replace: typing });
    },
  };
}

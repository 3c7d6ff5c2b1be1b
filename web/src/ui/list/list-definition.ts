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
  /** Unique in the list; the device remembers hidden columns by it. */
  name: string;
  label: string;
  /** The value as the API has it; null is shown as 'none'. */
  value?: (row: Row) => string | number | null;
  /** How the value is shown; as text unless told. */
  kind?: ValueKind;
  /** Instead of a value, what is shown. */
  cell?: (row: Row) => ReactNode;
  /** A second, smaller line below the value. */
  sub?: (row: Row) => ReactNode;
  /** The key by which it is sorted, where the endpoint has it. */
  sort?: string;
  /** Hidden until somebody chooses to see it. */
  hidden?: boolean;
}

/** What a screen says about its list. */
export interface ListOptions<Row> {
  /** The address of the list. */
  path: NonNullable<LinkProps['to']>;
  /** What an entry is called, and several. */
  one: string;
  many: string;
  icon: MenuIcon;
  columns: readonly ListColumn<Row>[];
  /** The address of a row's drawer, without the search of the list. */
  link: (row: Row) => LinkProps;
  /** What the search looks at, such as 'names and references'. */
  searches?: string;
  /** The label of a state's tab, where its name does not say it. */
  stateWords?: Readonly<Record<string, string>>;
  /** The state that is listed where the address names none; all of them unless told. */
  firstState?: string;
  /** States whose tab is shown only when there are entries. */
  rareStates?: readonly string[];
  /** What is said where there is nothing in a state. */
  nothingIn?: Readonly<Record<string, { heading: string; text: string }>>;
  /** Filters that the endpoint takes. */
  filters?: readonly ListFilter[];
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
  /** The page that an address asks for. */
  page: (
    params: Params,
    search: ListSearch,
  ) => UseQueryOptions<ListPage<Row>, Error, ListPage<Row>, readonly [string, unknown]>;
  /** Everything that an address finds, as a CSV file; null where the list has no export. */
  file:
    | null
    | ((params: Params, search: ListSearch, onBytes: (count: number) => void) => Promise<Blob>);
}

/** Milliseconds for which a page is shown again without asking: long enough from loader to screen. */
const FRESH_MS = 3000;

/** Puts an endpoint and what a screen says about it together. */
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
            onBytes,
          )
      : null,
  };
}

/** For the loader of a route: the page is under way before the screen is drawn, which asks again. */
export function prefetchList<Row, Params>(
  list: ListDefinition<Row, Params>,
  params: Params,
  search: ListSearch,
): void {
  void cache.prefetchQuery(list.page(params, search));
}

/** A list as its address shows it, and the ways to other addresses of it. */
export interface ListView<Row, Params> {
  list: ListDefinition<Row, Params>;
  params: Params;
  search: ListSearch;
  /** Goes to another view of the list; one that is being typed takes the place of the present one. */
  go: (next: ListSearch, typing?: boolean) => void;
}

/**
 * A link with the search of a list. Its parts were checked where they were written; put together from
 * variables they are beyond the router's types, which then take it for a link to the first page.
 */
export const withSearch = (link: LinkProps, search: ListSearch) =>
  ({ ...link, search }) as unknown as { to: '/' };

/** The view of a list that the address names. `onGo` is told of every other one. */
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
      // An entry that is opened while something is typed stays open.
      const to = typing ? '.' : list.path;
      void navigate({ ...withSearch({ to }, next), replace: typing });
    },
  };
}

import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import type { ListDefinition } from './list-definition.ts';
import { filterKeys } from './list-query.ts';
import { type ListSearch, listSearchOf } from './list-search.ts';

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
    search: listSearchOf(address, filterKeys(list)),
    go: (next, typing = false) => {
      onGo?.();
      void navigate({ ...withSearch({ to: list.path }, next), replace: typing });
    },
  };
}

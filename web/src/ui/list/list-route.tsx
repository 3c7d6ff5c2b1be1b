import type { ReactNode } from 'react';
import { type ListDefinition, prefetchList } from './list-definition.ts';
import { ListDrawers } from './list-screen.tsx';
import { listSearchOf } from './list-search.ts';

/**
 * Options of the route of a list. A variable of this type holds them: the types of links depend on routes, so
 * that their types can not be inferred from what links.
 */
export interface ListRoute {
  loader: (context: { location: { search: object } }) => void | Promise<void>;
  component: () => ReactNode;
}

interface ListRouteOptions<Row, Params> {
  list: ListDefinition<Row, Params>;
  /** The parameters of the list's address; null where nothing is listed for the person. */
  params: () => Params | null;
  Screen: (props: object) => ReactNode;
}

/** For the `params` of a list whose address has none. */
export const noParams = (): undefined => undefined;

/** A route with a list, whose drawers are its child routes. */
export function listRoute<Row, Params>(options: ListRouteOptions<Row, Params>): ListRoute {
  const { list, params, Screen } = options;
  return {
    loader: ({ location }) => {
      const found = params();
      if (found !== null) prefetchList(list, found, listSearchOf({ ...location.search }));
    },
    component: () => (
      <>
        <Screen />
        <ListDrawers />
      </>
    ),
  };
}

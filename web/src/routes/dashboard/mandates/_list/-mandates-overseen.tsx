import {
  MandateOverseenList,
  overseenMandates,
} from '#features/mandates/mandate-overseen-list.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';

/** Prefetches the list; called by the loader of the route. */
export const prefetch = (search: ListSearch) => prefetchList(overseenMandates(), undefined, search);

/** The mandates that operators and banks oversee. */
export function Mandates() {
  return (
    <>
      <MandateOverseenList />
      <ListDrawers />
    </>
  );
}

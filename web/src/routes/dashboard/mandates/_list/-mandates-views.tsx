import { MandateViewList, mandateViews } from '#features/mandates/mandate-view-list.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';

/** Prefetches the list; called by the loader of the route. */
export const prefetch = (search: ListSearch) => prefetchList(mandateViews(), undefined, search);

/** The mandates of the operator view and the bank view. */
export function Mandates() {
  return (
    <>
      <MandateViewList />
      <ListDrawers />
    </>
  );
}

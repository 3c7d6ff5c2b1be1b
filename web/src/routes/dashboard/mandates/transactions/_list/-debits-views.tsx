import { CalendarPanel } from '#features/calendar/calendar-panel.tsx';
import { debitViews, DebitViewList } from '#features/debits/debit-views.tsx';
import { config } from '#platform/config/config.ts';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';
import layout from '#ui/shell/layout.module.css';

/** Prefetches the list; called by the loader of the route. */
export const prefetch = (search: ListSearch) => prefetchList(debitViews(), undefined, search);

/** The transactions of the operator view and the bank view. Operators see the business clock above the list. */
export function Transactions() {
  return (
    <div className={layout.stack}>
      {config().domain === 'OPERATOR' && <CalendarPanel />}
      <div>
        <DebitViewList />
        <ListDrawers />
      </div>
    </div>
  );
}

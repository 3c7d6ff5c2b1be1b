import { CalendarPanel } from '#features/calendar/calendar-panel.tsx';
import {
  transactionViews,
  TransactionViewList,
} from '#features/transactions/transaction-views.tsx';
import { config } from '#platform/config/config.ts';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';
import layout from '#ui/shell/layout.module.css';

/** Prefetches the list; called by the loader of the route. */
export const prefetch = (search: ListSearch) => prefetchList(transactionViews(), undefined, search);

/** The transactions of the operator view and the bank view. Operators see the business clock above the list. */
export function Transactions() {
  return (
    <div className={layout.stack}>
      {config().domain === 'OPERATOR' && <CalendarPanel />}
      <div>
        <TransactionViewList />
        <ListDrawers />
      </div>
    </div>
  );
}

import { CalendarPanel } from '#features/calendar/calendar-panel.tsx';
import { debitViews, DebitViewList } from '#features/debits/debit-views.tsx';
import { config } from '#platform/config/config.ts';
import { listRoute, type ListRoute, noParams } from '#ui/list/list-route.tsx';
import layout from '#ui/shell/layout.module.css';

/** The transactions of the operator view and the bank view. Operators see the business clock above the list. */
export const { loader, component }: ListRoute = listRoute({
  list: debitViews(),
  params: noParams,
  Screen: () => (
    <div className={layout.stack}>
      {config().domain === 'OPERATOR' && <CalendarPanel />}
      <div>
        <DebitViewList />
      </div>
    </div>
  ),
});

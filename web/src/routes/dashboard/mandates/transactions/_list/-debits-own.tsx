import { DebitList, debitList } from '#features/debits/debit-list.tsx';
import { listRoute, type ListRoute } from '#ui/list/list-route.tsx';
import { ownParams, withRights } from '#routes/dashboard/-merchant-rights.tsx';

/** The transactions of the business. */
export const { loader, component }: ListRoute = listRoute({
  list: debitList,
  params: ownParams,
  Screen: withRights('transactions.write', ({ rights }) => <DebitList rights={rights} />),
});

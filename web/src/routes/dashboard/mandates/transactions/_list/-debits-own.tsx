import { DebitList, debitList } from '#features/debits/debit-list.tsx';
import { currentMerchantId } from '#platform/session/guard.ts';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

/** Prefetches the list; called by the loader of the route. */
export function prefetch(search: ListSearch): void {
  const merchantId = currentMerchantId();
  if (merchantId) prefetchList(debitList, { merchantId }, search);
}

/** The transactions of the business. */
export function Transactions() {
  const rights = useMerchantRights('transactions.write');
  if (!rights) return null;
  return (
    <>
      <DebitList rights={rights} />
      <ListDrawers />
    </>
  );
}

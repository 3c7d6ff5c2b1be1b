import { WithFirstSteps } from '#features/first-steps/first-steps.tsx';
import { mandateList } from '#features/mandates/mandate-list-definition.ts';
import { MandateList } from '#features/mandates/mandate-list.tsx';
import { DebitFigures } from '#features/debits/debit-figures.tsx';
import { currentMerchantId } from '#platform/session/guard.ts';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

/** Prefetches the list; called by the loader of the route. */
export function prefetch(search: ListSearch): void {
  const merchantId = currentMerchantId();
  if (merchantId) prefetchList(mandateList, { merchantId }, search);
}

/** The mandates of the business. */
export function Mandates() {
  const rights = useMerchantRights('mandates.write');
  if (!rights) return null;
  const list = (
    <MandateList rights={rights} figures={<DebitFigures merchantId={rights.merchantId} />} />
  );
  return (
    <>
      {rights.mayWrite ? (
        <WithFirstSteps merchantId={rights.merchantId}>{list}</WithFirstSteps>
      ) : (
        list
      )}
      <ListDrawers />
    </>
  );
}

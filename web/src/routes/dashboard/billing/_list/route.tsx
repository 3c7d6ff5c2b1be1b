import { createFileRoute } from '@tanstack/react-router';
import { BillingHome } from '#features/billing/billing-balance.tsx';
import { RevenueHome } from '#features/billing/billing-revenue.tsx';
import { allPayouts, payoutList } from '#features/billing/payout-lists.tsx';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { config } from '#platform/config/config.ts';
import { currentMerchantId } from '#platform/session/guard.ts';
import { session, useSession } from '#platform/session/session.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

const isOperator = () => config().domain === 'OPERATOR';

function Billing() {
  const rights = useMerchantRights('billing.write');
  // Open to everybody (specification, 2.1), also without the permission to read it.
  const mayRead = useSession()?.user.roles.includes('billing.read');
  if (!mayRead || (!isOperator() && !rights)) return <DashboardSection name="billing" />;
  return (
    <>
      {rights ? <BillingHome rights={rights} /> : <RevenueHome />}
      <ListDrawers />
    </>
  );
}

/** Balance and payouts, with their drawers; months and ledger are separate routes. */
export const Route = createFileRoute('/dashboard/billing/_list')({
  staticData: { title: 'Billing', titles: { OPERATOR: 'Revenue' } },
  validateSearch: listSearchOf,
  loader: ({ location }) => {
    const merchantId = currentMerchantId();
    if (!session.current()?.user.roles.includes('billing.read')) return;
    const search = listSearchOf(location.search);
    if (isOperator()) prefetchList(allPayouts, undefined, search);
    else if (merchantId) prefetchList(payoutList, { merchantId }, search);
  },
  // Removes the flash message of the last visit.
  onEnter: () => flashMessage(null),
  component: Billing,
});

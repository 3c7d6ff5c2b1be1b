import { createFileRoute } from '@tanstack/react-router';
import { customerList, CustomerList } from '#features/customers/customer-list.tsx';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { config } from '#platform/config/config.ts';
import { prefetchList } from '#ui/list/list-definition.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';
import { currentMerchantId, requireSession } from '#platform/session/guard.ts';

function Customers() {
  const rights = useMerchantRights('customers.write');
  if (!rights) return <DashboardSection name="customers" />;
  return (
    <>
      <CustomerList rights={rights} />
      <ListDrawers />
    </>
  );
}

/** The list, with the drawers over it; other screens of customers stand beside it. */
export const Route = createFileRoute('/dashboard/customers/_list')({
  staticData: { title: 'Customers' },
  validateSearch: listSearchOf,
  beforeLoad: () => {
    // Other domains may come here (specification, 2.1); they have no customers of their own.
    if (config().domain === 'MERCHANT') requireSession(['customers.read']);
  },
  loader: ({ location }) => {
    const merchantId = currentMerchantId();
    if (merchantId) prefetchList(customerList, { merchantId }, listSearchOf(location.search));
  },
  // What was told at the last visit is over.
  onEnter: () => flashMessage(null),
  component: Customers,
});

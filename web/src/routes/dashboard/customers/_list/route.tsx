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

/** The list with its drawers; other screens of customers are separate routes. */
export const Route = createFileRoute('/dashboard/customers/_list')({
  staticData: { title: 'Customers' },
  validateSearch: listSearchOf,
  beforeLoad: () => {
    // Open to other domains (specification, 2.1), which have no customers.
    if (config().domain === 'MERCHANT') requireSession(['customers.read']);
  },
  loader: ({ location }) => {
    const merchantId = currentMerchantId();
    if (merchantId) prefetchList(customerList, { merchantId }, listSearchOf(location.search));
  },
  // Removes the flash message of the last visit.
  onEnter: () => flashMessage(null),
  component: Customers,
});

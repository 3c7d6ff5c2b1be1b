import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { mandateList, MandateList } from '#features/mandates/mandate-list.tsx';
import { config } from '#platform/config/config.ts';
import { merchantAtHand, requireSession } from '#platform/session/guard.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

const readSearch = (address: Record<string, unknown>) =>
  listSearchOf(address, ['customerId', 'productId', 'bankId', 'dueFrom', 'dueTo']);

function Mandates() {
  const rights = useMerchantRights('mandates.write');
  if (!rights) return <DashboardSection name="mandates" />;
  return (
    <>
      <MandateList rights={rights} />
      <ListDrawers />
    </>
  );
}

/** The list, with the drawers over it; transactions stand beside it. */
export const Route = createFileRoute('/dashboard/mandates/_list')({
  staticData: { title: 'Mandates' },
  validateSearch: readSearch,
  beforeLoad: () => {
    if (config().domain === 'MERCHANT') requireSession(['mandates.read']);
  },
  loader: ({ location }) => {
    const merchantId = merchantAtHand();
    if (merchantId) prefetchList(mandateList, { merchantId }, readSearch(location.search));
  },
  // What was told at the last visit is over.
  onEnter: () => flashMessage(null),
  component: Mandates,
});

import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ClearingLinks } from '#features/clearing/clearing-words.tsx';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { mandateList } from '#features/mandates/mandate-list-definition.ts';
import { MandateList } from '#features/mandates/mandate-list.tsx';
import {
  MandateOverseenList,
  overseenMandates,
} from '#features/mandates/mandate-overseen-list.tsx';
import { config } from '#platform/config/config.ts';
import { merchantAtHand } from '#platform/session/guard.ts';
import { session, useSession } from '#platform/session/session.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

const readSearch = (address: Record<string, unknown>) =>
  listSearchOf(address, ['customerId', 'productId', 'bankId', 'dueFrom', 'dueTo']);

// Beside the list, and never in its way.
const UploadNote = lazy(() => import('#features/mandates/mandate-import.tsx'));

const isMerchant = () => config().domain === 'MERCHANT';

function Mandates() {
  const rights = useMerchantRights('mandates.write');
  // Everybody lands here, also who may not read mandates.
  const mayRead = useSession()?.user.roles.includes('mandates.read');
  if (!mayRead || (isMerchant() && !rights)) return <DashboardSection name="mandates" />;
  return (
    <>
      {rights?.mayWrite && (
        <Suspense>
          <UploadNote merchantId={rights.merchantId} />
        </Suspense>
      )}
      {rights ? (
        <MandateList rights={rights} />
      ) : (
        <MandateOverseenList actions={<ClearingLinks at="mandates" />} />
      )}
      <ListDrawers />
    </>
  );
}

/** The list, with the drawers over it; transactions stand beside it. */
export const Route = createFileRoute('/dashboard/mandates/_list')({
  staticData: { title: 'Mandates' },
  validateSearch: readSearch,
  loader: ({ location }) => {
    const merchantId = merchantAtHand();
    const mayRead = session.current()?.user.roles.includes('mandates.read');
    if (!mayRead) return;
    if (!isMerchant()) prefetchList(overseenMandates(), undefined, readSearch(location.search));
    else if (merchantId) prefetchList(mandateList, { merchantId }, readSearch(location.search));
  },
  // What was told at the last visit is over.
  onEnter: () => flashMessage(null),
  component: Mandates,
});

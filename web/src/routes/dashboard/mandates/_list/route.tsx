import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { config } from '#platform/config/config.ts';
import { currentMerchantId } from '#platform/session/guard.ts';
import { may, useMay } from '#platform/session/session.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const isMerchant = () => config().domain === 'MERCHANT';

// Each app loads only the code of its own list.
const list = () => (isMerchant() ? import('./-mandates-own.tsx') : import('./-mandates-views.tsx'));
const Mandates = lazy(async () => ({ default: (await list()).Mandates }));
// Needed only without the permission to read mandates.
const DashboardSection = lazy(async () => ({
  default: (await import('#features/dashboard/dashboard-section.tsx')).DashboardSection,
}));

function Landing() {
  // The landing page of everybody, also without the permission to read mandates.
  const mayRead = useMay('mandates.read');
  const hasList = mayRead && (!isMerchant() || currentMerchantId() !== null);
  return <Suspense>{hasList ? <Mandates /> : <DashboardSection name="mandates" />}</Suspense>;
}

/** The list with its drawers; transactions are separate routes. */
export const Route = createFileRoute('/dashboard/mandates/_list')({
  staticData: { title: 'Mandates' },
  validateSearch: listSearchOf,
  loader: async ({ location }) => {
    const mayRead = may('mandates.read');
    if (mayRead) (await list()).prefetch(listSearchOf(location.search));
  },
  // Removes the flash message of the last visit.
  onEnter: () => flashMessage(null),
  component: Landing,
});

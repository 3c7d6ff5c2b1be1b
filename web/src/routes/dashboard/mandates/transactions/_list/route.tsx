import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { config } from '#platform/config/config.ts';
import { currentMerchantId } from '#platform/session/guard.ts';
import { may, useMay } from '#platform/session/session.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const isMerchant = () => config().domain === 'MERCHANT';

// Each app loads only the code of its own list.
const list = () => (isMerchant() ? import('./-debits-own.tsx') : import('./-debits-views.tsx'));
const Transactions = lazy(async () => ({ default: (await list()).Transactions }));

function Listed() {
  // In the menu of everybody, also without the permission to read transactions.
  const mayRead = useMay('transactions.read');
  if (!mayRead || (isMerchant() && !currentMerchantId()))
    return <DashboardSection name="transactions" />;
  return (
    <Suspense>
      <Transactions />
    </Suspense>
  );
}

/** The list with its drawers; uploads are separate routes. */
export const Route = createFileRoute('/dashboard/mandates/transactions/_list')({
  staticData: { title: 'Transactions' },
  validateSearch: listSearchOf,
  loader: async ({ location }) => {
    const mayRead = may('transactions.read');
    if (mayRead) (await list()).prefetch(listSearchOf(location.search));
  },
  // Removes the flash message of the last visit.
  onEnter: () => flashMessage(null),
  component: Listed,
});

import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { config } from '#platform/config/config.ts';
import { currentMerchantId } from '#platform/session/guard.ts';
import { may, useMay } from '#platform/session/session.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const isMerchant = () => config().domain === 'MERCHANT';

// Everybody loads the list of their own app only.
const list = () =>
  isMerchant() ? import('./-transactions-own.tsx') : import('./-transactions-overseen.tsx');
const Transactions = lazy(async () => ({ default: (await list()).Transactions }));

function Listed() {
  // Everybody finds it in the menu, also who may not read transactions.
  const mayRead = useMay('transactions.read');
  if (!mayRead || (isMerchant() && !currentMerchantId()))
    return <DashboardSection name="transactions" />;
  return (
    <Suspense>
      <Transactions />
    </Suspense>
  );
}

/** The list, with the drawers over it; uploads stand beside it. */
export const Route = createFileRoute('/dashboard/mandates/transactions/_list')({
  staticData: { title: 'Transactions' },
  validateSearch: listSearchOf,
  loader: async ({ location }) => {
    const mayRead = may('transactions.read');
    if (mayRead) (await list()).prefetch(listSearchOf(location.search));
  },
  // What was told at the last visit is over.
  onEnter: () => flashMessage(null),
  component: Listed,
});

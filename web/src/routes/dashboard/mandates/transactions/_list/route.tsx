import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { config } from '#platform/config/config.ts';
import { merchantAtHand } from '#platform/session/guard.ts';
import { session, useSession } from '#platform/session/session.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const FILTER_KEYS = [
  'dayFrom',
  'dayTo',
  'amountFrom',
  'amountTo',
  'cause',
  'customerId',
  'mandateId',
  'productId',
  'merchantId',
  'bankId',
];

const readSearch = (address: Record<string, unknown>) => listSearchOf(address, FILTER_KEYS);

const isMerchant = () => config().domain === 'MERCHANT';

// Everybody loads the list of their own app only.
const list = () =>
  isMerchant() ? import('./-transactions-own.tsx') : import('./-transactions-overseen.tsx');
const Transactions = lazy(async () => ({ default: (await list()).Transactions }));

function Listed() {
  // Everybody finds it in the menu, also who may not read transactions.
  const mayRead = useSession()?.user.roles.includes('transactions.read');
  if (!mayRead || (isMerchant() && !merchantAtHand()))
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
  validateSearch: readSearch,
  loader: async ({ location }) => {
    const mayRead = session.current()?.user.roles.includes('transactions.read');
    if (mayRead) (await list()).prefetch(readSearch(location.search));
  },
  // What was told at the last visit is over.
  onEnter: () => flashMessage(null),
  component: Listed,
});

import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { customersQuery } from '#features/customers/customer-calls.ts';
import { CustomerList } from '#features/customers/customer-list.tsx';
import { type CustomerSearch, customerSearchOf } from '#features/customers/customer-search.ts';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { cache } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import { requireSession } from '#platform/session/guard.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { merchantAtHand, useCustomerRights } from './-rights.ts';

// Beside the list, and never in its way.
const ImportOpenNote = lazy(() => import('#features/imports/import-open-note.tsx'));

function Book() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/customers' });
  const rights = useCustomerRights();
  if (!rights) return <DashboardSection name="customers" />;
  const go = (next: CustomerSearch, typing = false) => {
    flashMessage(null);
    void navigate({ search: next, replace: typing });
  };
  return (
    <>
      {rights.mayWrite && (
        <Suspense>
          <ImportOpenNote merchantId={rights.merchantId} />
        </Suspense>
      )}
      <CustomerList rights={rights} search={search} onSearch={go} />
      <Outlet />
    </>
  );
}

/** The list, with the drawers over it; other screens of customers stand beside it. */
export const Route = createFileRoute('/dashboard/customers/_book')({
  staticData: { title: 'Customers' },
  validateSearch: customerSearchOf,
  beforeLoad: () => {
    // Other domains may come here (specification, 2.1); they have no customers of their own.
    if (config().domain === 'MERCHANT') requireSession(['customers.read']);
  },
  loader: ({ location }) => {
    const merchantId = merchantAtHand();
    // Under way before the screen is drawn, which asks for it again and finds it.
    if (merchantId)
      void cache.prefetchQuery(customersQuery(merchantId, customerSearchOf(location.search)));
  },
  // What was told at the last visit is over.
  onEnter: () => flashMessage(null),
  component: Book,
});

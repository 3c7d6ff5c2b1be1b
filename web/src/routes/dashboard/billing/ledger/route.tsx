import { createFileRoute } from '@tanstack/react-router';
import { LedgerScreen } from '#features/billing/billing-ledger.tsx';
import { LEDGER } from '#features/billing/billing-revenue.tsx';
import { cache } from '#platform/call/cache.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';

export const Route = createFileRoute('/dashboard/billing/ledger')({
  staticData: { title: 'Ledger', domains: ['OPERATOR'], permission: 'billing.read' },
  loader: () => void cache.prefetchQuery(LEDGER),
  component: () => (
    <>
      <LedgerScreen />
      <ListDrawers />
    </>
  ),
});

import { createFileRoute } from '@tanstack/react-router';
import { LedgerScreen } from '#features/billing/billing-ledger.tsx';
import { LEDGER } from '#features/billing/billing-revenue.tsx';
import { cache } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import { redirectTo } from '#platform/router/route-data.ts';
import { requireSession } from '#platform/session/guard.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { ListDrawers } from '#ui/list/list-screen.tsx';

export const Route = createFileRoute('/dashboard/billing/ledger')({
  staticData: { title: 'Ledger' },
  beforeLoad: () => {
    if (config().domain !== 'OPERATOR') redirectTo('/auth/404');
    requireSession(['billing.read']);
  },
  loader: () => void cache.prefetchQuery(LEDGER),
  onEnter: () => flashMessage(null),
  component: () => (
    <>
      <LedgerScreen />
      <ListDrawers />
    </>
  ),
});

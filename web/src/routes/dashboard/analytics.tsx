import { createFileRoute } from '@tanstack/react-router';
import type { Period } from '@tegeka/contract/analytics.ts';
import { AnalyticsPage, analyticsQuery } from '#features/analytics/analytics-page.tsx';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { cache } from '#platform/call/cache.ts';
import { currentMerchantId } from '#platform/session/guard.ts';
import { may, useMay } from '#platform/session/session.ts';

// Parsed manually: the router needs it at the start of the app, where the list of the contract would add
// to the first load.
const isLonger = (period: unknown): period is Exclude<Period, 'LAST_30_DAYS'> =>
  period === 'LAST_90_DAYS' || period === 'THIS_YEAR';

const readSearch = ({ period }: Record<string, unknown>): { period?: Period } =>
  isLonger(period) ? { period } : {};

function Page() {
  const { period = 'LAST_30_DAYS' } = Route.useSearch();
  const merchantId = currentMerchantId();
  const empty = <DashboardSection name="analytics" />;
  // Open to everybody (specification, 2.1), also without the permission to read transactions.
  const mayRead = useMay('transactions.read');
  if (!mayRead || !merchantId) return empty;
  return <AnalyticsPage merchantId={merchantId} period={period} empty={empty} />;
}

export const Route = createFileRoute('/dashboard/analytics')({
  staticData: { title: 'Analytics' },
  validateSearch: readSearch,
  loader: ({ location }) => {
    const merchantId = currentMerchantId();
    const { period = 'LAST_30_DAYS' } = readSearch({ ...location.search });
    if (merchantId && may('transactions.read'))
      void cache.prefetchQuery(analyticsQuery(merchantId, period));
  },
  component: Page,
});

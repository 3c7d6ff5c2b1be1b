import { createFileRoute } from '@tanstack/react-router';
import { BillingMonths, monthsQuery } from '#features/billing/billing-months.tsx';
import { REVENUE, RevenueMonths } from '#features/billing/billing-revenue.tsx';
import { cache } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import { currentMerchantId } from '#platform/session/guard.ts';

const isOperator = () => config().domain === 'OPERATOR';

function Months() {
  const { month } = Route.useSearch();
  const merchantId = currentMerchantId();
  if (isOperator()) return <RevenueMonths chosen={month ?? null} />;
  return merchantId && <BillingMonths merchantId={merchantId} />;
}

export const Route = createFileRoute('/dashboard/billing/months')({
  staticData: {
    title: 'Statements',
    titles: { OPERATOR: 'Months' },
    domains: ['MERCHANT', 'OPERATOR'],
    permission: 'billing.read',
  },
  validateSearch: ({ month }: Record<string, unknown>): { month?: string } =>
    typeof month === 'string' && /^20\d{2}-\d{2}$/.test(month) ? { month } : {},
  loader: () => {
    const merchantId = currentMerchantId();
    if (isOperator()) void cache.prefetchQuery(REVENUE);
    else if (merchantId) void cache.prefetchQuery(monthsQuery(merchantId));
  },
  component: Months,
});

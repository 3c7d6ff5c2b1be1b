import { createFileRoute } from '@tanstack/react-router';
import { PayoutItems, prefetchItems } from '#features/billing/payout-items.tsx';
import { config } from '#platform/config/config.ts';
import { currentMerchantId, requireMerchant, requireSession } from '#platform/session/guard.ts';
import { listSearchOf } from '#ui/list/list-search.ts';

const isOperator = () => config().domain === 'OPERATOR';

function Items() {
  const merchantId = currentMerchantId();
  const { payoutId } = Route.useParams();
  if (!isOperator() && !merchantId) return null;
  return <PayoutItems merchantId={isOperator() ? null : merchantId} payoutId={payoutId} />;
}

/** What a payout pays, item by item. */
export const Route = createFileRoute('/dashboard/billing/$payoutId/items')({
  staticData: { title: 'Payout items' },
  validateSearch: listSearchOf,
  beforeLoad: () => {
    if (isOperator()) requireSession(['billing.read']);
    else requireMerchant(['billing.read']);
  },
  loader: ({ params: { payoutId }, location }) => {
    const merchantId = isOperator() ? null : currentMerchantId();
    prefetchItems({ merchantId, payoutId }, listSearchOf(location.search));
  },
  component: Items,
});

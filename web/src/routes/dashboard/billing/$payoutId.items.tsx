import { createFileRoute } from '@tanstack/react-router';
import { PayoutItems, prefetchItems } from '#features/billing/payout-items.tsx';
import { currentMerchantId } from '#platform/session/guard.ts';
import { listSearchOf } from '#ui/list/list-search.ts';

function Items() {
  return <PayoutItems merchantId={currentMerchantId()} payoutId={Route.useParams().payoutId} />;
}

/** What a payout pays, item by item. */
export const Route = createFileRoute('/dashboard/billing/$payoutId/items')({
  staticData: {
    title: 'Payout items',
    domains: ['MERCHANT', 'OPERATOR'],
    permission: 'billing.read',
  },
  validateSearch: listSearchOf,
  loader: ({ params: { payoutId }, location }) => {
    prefetchItems({ merchantId: currentMerchantId(), payoutId }, listSearchOf(location.search));
  },
  component: Items,
});

import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import {
  PayoutViewDetail,
  payoutViewQuery,
  PayoutDetail,
  payoutQuery,
} from '#features/billing/payout-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { currentMerchantId, requireMerchant, requireSession } from '#platform/session/guard.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';

const isOperator = () => config().domain === 'OPERATOR';

function OwnPayout({ merchantId }: { merchantId: string }) {
  const { data: payout } = useQuery(payoutQuery(merchantId, Route.useParams().payoutId), cache);
  return payout && <PayoutDetail key={payout.id} payout={payout} merchantId={merchantId} />;
}

function PayoutView() {
  const { data: payout } = useQuery(payoutViewQuery(Route.useParams().payoutId), cache);
  return payout && <PayoutViewDetail key={payout.id} payout={payout} />;
}

function OnePayout() {
  const merchantId = currentMerchantId();
  if (isOperator()) return <PayoutView />;
  return merchantId && <OwnPayout merchantId={merchantId} />;
}

export const Route = createFileRoute('/dashboard/billing/_list/$payoutId')({
  staticData: { overlay: true },
  loader: async ({ params: { payoutId } }) => {
    if (isOperator()) {
      requireSession(['billing.read']);
      await foundOr404(cache.fetchQuery(payoutViewQuery(payoutId)));
    } else {
      const merchantId = requireMerchant(['billing.read']);
      await foundOr404(cache.fetchQuery(payoutQuery(merchantId, payoutId)));
    }
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/billing" />,
  component: OnePayout,
});

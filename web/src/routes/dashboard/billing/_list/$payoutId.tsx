import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import {
  OverseenPayoutDetail,
  overseenPayoutQuery,
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

function OverseenPayout() {
  const { data: payout } = useQuery(overseenPayoutQuery(Route.useParams().payoutId), cache);
  return payout && <OverseenPayoutDetail key={payout.id} payout={payout} />;
}

function OnePayout() {
  const merchantId = currentMerchantId();
  if (isOperator()) return <OverseenPayout />;
  return merchantId && <OwnPayout merchantId={merchantId} />;
}

export const Route = createFileRoute('/dashboard/billing/_list/$payoutId')({
  staticData: { overlay: true },
  loader: async ({ params: { payoutId } }) => {
    if (isOperator()) {
      requireSession(['billing.read']);
      await foundOr404(cache.fetchQuery(overseenPayoutQuery(payoutId)));
    } else {
      const merchantId = requireMerchant(['billing.read']);
      await foundOr404(cache.fetchQuery(payoutQuery(merchantId, payoutId)));
    }
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/billing" />,
  component: OnePayout,
});

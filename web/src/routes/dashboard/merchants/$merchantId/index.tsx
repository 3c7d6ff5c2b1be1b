import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { MerchantRequests } from '#features/approvals/approval-related.tsx';
import { MerchantDetail, merchantQuery } from '#features/merchants/merchants-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { requireSession } from '#platform/session/guard.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';

function OneMerchant() {
  const { merchantId } = Route.useParams();
  const { data: merchant } = useQuery(merchantQuery(merchantId), cache);
  const related = <MerchantRequests merchantId={merchantId} />;
  return merchant && <MerchantDetail key={merchantId} merchant={merchant} related={related} />;
}

export const Route = createFileRoute('/dashboard/merchants/$merchantId/')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    requireSession(['merchants.read']);
    await foundOr404(cache.fetchQuery(merchantQuery(params.merchantId)));
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/merchants" />,
  component: OneMerchant,
});

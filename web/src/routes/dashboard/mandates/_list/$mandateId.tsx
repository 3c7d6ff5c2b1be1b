import { requireMerchant } from '#platform/session/guard.ts';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { MandateDetail, mandateQuery } from '#features/mandates/mandate-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function OneMandate() {
  const { query } = Route.useLoaderData();
  const { data: mandate } = useQuery(query, cache);
  const rights = useMerchantRights('mandates.write');
  return mandate && rights && <MandateDetail key={mandate.id} mandate={mandate} rights={rights} />;
}

export const Route = createFileRoute('/dashboard/mandates/_list/$mandateId')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    const query = mandateQuery(requireMerchant(['mandates.read']), params.mandateId);
    await foundOr404(cache.fetchQuery(query));
    return { query };
  },
  pendingMs: 200,
  pendingComponent: function Loading() {
    return <DetailSkeleton onClose={useBackTo('/dashboard/mandates')} />;
  },
  component: OneMandate,
});

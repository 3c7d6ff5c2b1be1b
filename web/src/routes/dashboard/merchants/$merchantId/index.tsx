import { createFileRoute } from '@tanstack/react-router';
import { MerchantRequests } from '#features/approvals/approval-related.tsx';
import { MerchantDetail, merchantQuery } from '#features/merchants/merchants-detail.tsx';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';

const drawer: DrawerRoute<'merchantId'> = detailRoute({
  back: '/dashboard/merchants',
  query: ({ merchantId }) => merchantQuery(merchantId),
  Detail: ({ entity }) => (
    <MerchantDetail
      merchant={entity}
      related={<MerchantRequests merchantId={entity.merchantId} />}
    />
  ),
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/merchants/$merchantId/')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});

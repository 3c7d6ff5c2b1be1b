import { createFileRoute } from '@tanstack/react-router';
import { ProductDetail, productQuery } from '#features/products/product-detail.tsx';
import { ownMerchantId } from '#platform/session/guard.ts';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const drawer: DrawerRoute<'productId'> = detailRoute({
  back: '/dashboard/products',
  query: ({ productId }: { productId: string }) => productQuery(ownMerchantId(), productId),
  Detail: withRights('products.write', ({ entity, rights }) => (
    <ProductDetail product={entity} rights={rights} />
  )),
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/products/$productId/')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'products.read' },
  loader,
  pendingComponent,
  component,
});

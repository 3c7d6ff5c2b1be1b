import { createFileRoute } from '@tanstack/react-router';
import { productQuery } from '#features/products/product-detail.tsx';
import { ProductEdit } from '#features/products/product-form.tsx';
import { LOADED_ONCE } from '#platform/router/route-data.ts';
import { ownMerchantId } from '#platform/session/guard.ts';
import { editRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const drawer: DrawerRoute<'productId'> = editRoute({
  back: '/dashboard/products/$productId',
  query: ({ productId }: { productId: string }) => productQuery(ownMerchantId(), productId),
  Edit: withRights('products.write', ({ entity, ...props }) => (
    <ProductEdit product={entity} {...props} />
  )),
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/products/$productId/edit')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'products.write' },
  ...LOADED_ONCE,
  loader,
  pendingComponent,
  component,
});

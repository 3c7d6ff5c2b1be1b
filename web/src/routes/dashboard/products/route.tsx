import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { productList, ProductList } from '#features/products/product-list.tsx';
import { config } from '#platform/config/config.ts';
import { currentMerchantId, requireSession } from '#platform/session/guard.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function Products() {
  const rights = useMerchantRights('products.write');
  if (!rights) return <DashboardSection name="products" />;
  return (
    <>
      <ProductList rights={rights} />
      <ListDrawers />
    </>
  );
}

export const Route = createFileRoute('/dashboard/products')({
  staticData: { title: 'Products' },
  validateSearch: listSearchOf,
  beforeLoad: () => {
    // Open to other domains (specification, 2.1), which have no products.
    if (config().domain === 'MERCHANT') requireSession(['products.read']);
  },
  loader: ({ location }) => {
    const merchantId = currentMerchantId();
    if (merchantId) prefetchList(productList, { merchantId }, listSearchOf(location.search));
  },
  // Removes the flash message of the last visit.
  onEnter: () => flashMessage(null),
  component: Products,
});

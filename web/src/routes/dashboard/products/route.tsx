import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { productList, ProductList } from '#features/products/product-list.tsx';
import { listRoute, type ListRoute } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { ownParams, withRights } from '#routes/dashboard/-merchant-rights.tsx';

const list: ListRoute = listRoute({
  list: productList,
  params: ownParams,
  Screen: withRights(
    'products.write',
    ({ rights }) => <ProductList rights={rights} />,
    <DashboardSection name="products" />,
  ),
});
const { loader, component } = list;

export const Route = createFileRoute('/dashboard/products')({
  // Open to other domains (specification, 2.1), which have no products.
  staticData: { title: 'Products', permissions: { MERCHANT: 'products.read' } },
  validateSearch: listSearchOf,
  loader,
  component,
});

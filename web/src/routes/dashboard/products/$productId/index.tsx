import { requireMerchant } from '#platform/session/guard.ts';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ProductDetail, productQuery } from '#features/products/product-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function OneProduct() {
  const { query } = Route.useLoaderData();
  const { data: product } = useQuery(query, cache);
  const rights = useMerchantRights('products.write');
  return product && rights && <ProductDetail key={product.id} product={product} rights={rights} />;
}

export const Route = createFileRoute('/dashboard/products/$productId/')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    const query = productQuery(requireMerchant(['products.read']), params.productId);
    await foundOr404(cache.fetchQuery(query));
    return { query };
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/products" />,
  component: OneProduct,
});

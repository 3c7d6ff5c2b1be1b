import { requireMerchant } from '#platform/session/guard.ts';
import { createFileRoute } from '@tanstack/react-router';
import { productQuery } from '#features/products/product-detail.tsx';
import { ProductEdit } from '#features/products/product-form.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

/** Returns to the detail of the product. */
function useBack(): () => void {
  const navigate = Route.useNavigate();
  return () => void navigate({ to: '/dashboard/products/$productId', search: true, replace: true });
}

function EditProduct() {
  const product = Route.useLoaderData();
  const rights = useMerchantRights('products.write');
  const back = useBack();
  if (!rights) return null;
  return <ProductEdit key={product.id} product={product} rights={rights} onClose={back} />;
}

export const Route = createFileRoute('/dashboard/products/$productId/edit')({
  staticData: { overlay: true },
  // The form starts from the current product, not from a cached one.
  loader: ({ params }) => {
    const query = productQuery(requireMerchant(['products.write']), params.productId);
    return foundOr404(cache.fetchQuery({ ...query, staleTime: 0 }));
  },
  // Not loaded again: from here on the form has the input.
  staleTime: Infinity,
  gcTime: 0,
  pendingComponent: function Loading() {
    return <DetailSkeleton onClose={useBack()} />;
  },
  component: EditProduct,
});

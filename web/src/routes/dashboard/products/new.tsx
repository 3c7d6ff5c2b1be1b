import { requireMerchant } from '#platform/session/guard.ts';
import { createFileRoute } from '@tanstack/react-router';
import { ProductNew } from '#features/products/product-form.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function NewProduct() {
  const close = useBackTo('/dashboard/products');
  const rights = useMerchantRights('products.write');
  if (!rights) return null;
  return <ProductNew rights={rights} onClose={close} />;
}

export const Route = createFileRoute('/dashboard/products/new')({
  staticData: { overlay: true },
  beforeLoad: () => void requireMerchant(['products.write']),
  onEnter: () => flashMessage(null),
  component: NewProduct,
});

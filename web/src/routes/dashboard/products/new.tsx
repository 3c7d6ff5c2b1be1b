import { createFileRoute } from '@tanstack/react-router';
import { ProductNew } from '#features/products/product-form.tsx';
import { createDrawer } from '#ui/detail/drawer-routes.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const NewProduct = withRights<{ onClose: () => void }>('products.write', ProductNew);

export const Route = createFileRoute('/dashboard/products/new')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'products.write' },
  component: createDrawer('/dashboard/products', NewProduct),
});

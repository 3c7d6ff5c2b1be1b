import { createFileRoute } from '@tanstack/react-router';
import { customerQuery } from '#features/customers/customer-changes.ts';
import { CustomerEdit } from '#features/customers/customer-form.tsx';
import { LOADED_ONCE } from '#platform/router/route-data.ts';
import { ownMerchantId } from '#platform/session/guard.ts';
import { editRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const drawer: DrawerRoute<'customerId'> = editRoute({
  back: '/dashboard/customers/$customerId',
  query: ({ customerId }: { customerId: string }) => customerQuery(ownMerchantId(), customerId),
  Edit: withRights('customers.write', ({ entity, ...props }) => (
    <CustomerEdit customer={entity} {...props} />
  )),
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/customers/_list/$customerId/edit')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'customers.write' },
  ...LOADED_ONCE,
  loader,
  pendingComponent,
  component,
});

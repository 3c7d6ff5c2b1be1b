import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { customerList, CustomerList } from '#features/customers/customer-list.tsx';
import { listRoute, type ListRoute } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { ownParams, withRights } from '#routes/dashboard/-merchant-rights.tsx';

const list: ListRoute = listRoute({
  list: customerList,
  params: ownParams,
  Screen: withRights(
    'customers.write',
    ({ rights }) => <CustomerList rights={rights} />,
    <DashboardSection name="customers" />,
  ),
});
const { loader, component } = list;

export const Route = createFileRoute('/dashboard/customers/_list')({
  // Open to other domains (specification, 2.1), which have no customers.
  staticData: { title: 'Customers', permissions: { MERCHANT: 'customers.read' } },
  validateSearch: listSearchOf,
  loader,
  component,
});

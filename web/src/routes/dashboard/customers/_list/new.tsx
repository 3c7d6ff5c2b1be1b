import { createFileRoute, useNavigate } from '@tanstack/react-router';
import type { Customer } from '@tegeka/contract/customers/customers.ts';
import { CustomerNew } from '#features/customers/customer-form.tsx';
import { fullName, LIST_PLACE } from '#features/customers/customer-labels.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const NewCustomer = withRights<object>('customers.write', ({ rights }) => {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const { forMandate } = search;
  // Back to the mandate that waits for its customer.
  const toMandate = (added?: string) =>
    void navigate({
      to: '/dashboard/mandates/new',
      search: { ...(forMandate !== 'new' && { customerId: forMandate }), added },
      replace: true,
    });
  const close = () =>
    forMandate === undefined ? void navigate({ to: '/dashboard/customers', search }) : toMandate();
  const added = (customer: Customer) => {
    if (forMandate !== undefined) return toMandate(customer.id);
    flashMessage({ place: LIST_PLACE, message: `${fullName(customer)} was added.` });
    // The default order without filters, so that the new customer is visible.
    void navigate({ to: '/dashboard/customers', search: { size: search.size }, replace: true });
  };
  return <CustomerNew rights={rights} onAdded={added} onClose={close} />;
});

export const Route = createFileRoute('/dashboard/customers/_list/new')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'customers.write' },
  component: NewCustomer,
});

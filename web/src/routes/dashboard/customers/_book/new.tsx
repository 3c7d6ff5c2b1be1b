import { createFileRoute, useNavigate } from '@tanstack/react-router';
import type { Customer } from '@tegeka/contract/customers.ts';
import { CustomerNew } from '#features/customers/customer-new.tsx';
import { LIST, showFlashMessage } from '#features/customers/customer-news.ts';
import { fullName } from '#features/customers/customer-words.ts';
import { requireMerchant, useCustomerRights } from './-rights.ts';

function NewCustomer() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const rights = useCustomerRights();
  if (!rights) return null;
  const close = () => void navigate({ to: '/dashboard/customers', search });
  const added = (customer: Customer) => {
    showFlashMessage({ place: LIST, words: `${fullName(customer)} was added.` });
    // Newest first and without a filter, so that the new customer is in sight.
    void navigate({ to: '/dashboard/customers', search: { size: search.size }, replace: true });
  };
  return <CustomerNew rights={rights} onAdded={added} onClose={close} />;
}

export const Route = createFileRoute('/dashboard/customers/_book/new')({
  staticData: { overlay: true },
  beforeLoad: () => void requireMerchant(['customers.write']),
  // What was said at the last visit is no news any more.
  onEnter: () => showFlashMessage(null),
  component: NewCustomer,
});

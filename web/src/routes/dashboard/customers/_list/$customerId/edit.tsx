import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import type { Customer } from '@tegeka/contract/customers/customers.ts';
import { customerQuery } from '#features/customers/customer-changes.ts';
import { CustomerEdit } from '#features/customers/customer-form.tsx';
import { cache } from '#platform/call/cache.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { foundOr404 } from '#platform/router/route-data.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';
import { requireMerchant } from '#platform/session/guard.ts';

/** Returns to the detail of the customer. */
function useBack(): () => void {
  const search = Route.useSearch();
  const { customerId } = Route.useParams();
  const navigate = useNavigate();
  const to = '/dashboard/customers/$customerId';
  return () => void navigate({ to, params: { customerId }, search, replace: true });
}

function EditCustomer() {
  const { query } = Route.useLoaderData();
  // From the cache: the router may have preloaded an older version, from before the last change on this
  // screen.
  const { data: customer } = useQuery(query, cache);
  const rights = useMerchantRights('customers.write');
  const back = useBack();
  if (!customer || !rights) return null;
  const saved = ({ id }: Customer) => {
    flashMessage({ place: id, message: 'Your changes are saved.' });
    back();
  };
  return (
    <CustomerEdit
      key={customer.id}
      customer={customer}
      rights={rights}
      onSaved={saved}
      onClose={back}
    />
  );
}

function Loading() {
  return <DetailSkeleton onClose={useBack()} />;
}

export const Route = createFileRoute('/dashboard/customers/_list/$customerId/edit')({
  staticData: { overlay: true },
  // The form starts from the current customer, not from a cached one.
  loader: async ({ params }) => {
    const merchantId = requireMerchant(['customers.write']);
    const query = customerQuery(merchantId, params.customerId);
    await foundOr404(cache.fetchQuery({ ...query, staleTime: 0 }));
    return { query };
  },
  // Not loaded again: from here on the form has the input.
  staleTime: Infinity,
  gcTime: 0,
  pendingComponent: Loading,
  component: EditCustomer,
});

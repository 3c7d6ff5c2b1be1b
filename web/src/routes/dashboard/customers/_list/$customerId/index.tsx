import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { customerQuery } from '#features/customers/customer-changes.ts';
import { CustomerDetail } from '#features/customers/customer-detail.tsx';
import { CustomerMandates } from '#features/mandates/mandate-related.tsx';
import { CustomerDebits } from '#features/debits/debit-related.tsx';
import { cache } from '#platform/call/cache.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { foundOr404 } from '#platform/router/route-data.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';
import { requireMerchant } from '#platform/session/guard.ts';

function useClose(): () => void {
  const search = Route.useSearch();
  const navigate = useNavigate();
  return () => void navigate({ to: '/dashboard/customers', search });
}

function OneCustomer() {
  const search = Route.useSearch();
  const { query } = Route.useLoaderData();
  const { data: customer } = useQuery(query, cache);
  const rights = useMerchantRights('customers.write');
  const mandateRights = useMerchantRights('mandates.write');
  const close = useClose();
  if (!customer || !rights) return null;
  return (
    <CustomerDetail
      key={customer.id}
      customer={customer}
      rights={rights}
      search={search}
      related={
        mandateRights && (
          <>
            <CustomerMandates
              customerId={customer.id}
              refusal={
                customer.status === 'DISABLED'
                  ? 'A disabled customer is not asked for a mandate.'
                  : null
              }
              rights={mandateRights}
            />
            <CustomerDebits merchantId={mandateRights.merchantId} customerId={customer.id} />
          </>
        )
      }
      onClose={close}
    />
  );
}

function Loading() {
  return <DetailSkeleton onClose={useClose()} />;
}

export const Route = createFileRoute('/dashboard/customers/_list/$customerId/')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    const merchantId = requireMerchant(['customers.read']);
    const query = customerQuery(merchantId, params.customerId);
    await foundOr404(cache.fetchQuery(query));
    return { query };
  },
  pendingComponent: Loading,
  component: OneCustomer,
});

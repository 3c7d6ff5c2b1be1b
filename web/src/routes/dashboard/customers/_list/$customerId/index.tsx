import { createFileRoute } from '@tanstack/react-router';
import { customerQuery } from '#features/customers/customer-changes.ts';
import { CustomerDetail } from '#features/customers/customer-detail.tsx';
import { CustomerDebits } from '#features/debits/debit-related.tsx';
import { CustomerMandates } from '#features/mandates/mandate-related.tsx';
import { ownMerchantId } from '#platform/session/guard.ts';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const Mandates = withRights<{ customerId: string; refusal: string | null }>(
  'mandates.write',
  CustomerMandates,
);

const drawer: DrawerRoute<'customerId'> = detailRoute({
  back: '/dashboard/customers',
  query: ({ customerId }: { customerId: string }) => customerQuery(ownMerchantId(), customerId),
  Detail: withRights('customers.write', ({ entity, rights }) => {
    const { id, status } = entity;
    const refusal =
      status === 'DISABLED' ? 'A disabled customer is not asked for a mandate.' : null;
    return (
      <CustomerDetail
        customer={entity}
        rights={rights}
        related={
          <>
            <Mandates customerId={id} refusal={refusal} />
            <CustomerDebits merchantId={rights.merchantId} customerId={id} />
          </>
        }
      />
    );
  }),
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/customers/_list/$customerId/')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'customers.read' },
  loader,
  pendingComponent,
  component,
});

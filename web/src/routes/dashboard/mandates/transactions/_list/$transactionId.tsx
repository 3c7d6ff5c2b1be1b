import { createFileRoute } from '@tanstack/react-router';
import { DebitDetail, debitQuery } from '#features/debits/debit-detail.tsx';
import { debitViewQuery, DebitViewDetail } from '#features/debits/debit-views.tsx';
import { config } from '#platform/config/config.ts';
import { ownMerchantId } from '#platform/session/guard.ts';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const back = '/dashboard/mandates/transactions';
const drawer: DrawerRoute<'transactionId'> =
  config().domain === 'MERCHANT'
    ? detailRoute({
        back,
        query: ({ transactionId }: { transactionId: string }) =>
          debitQuery(ownMerchantId(), transactionId),
        Detail: withRights('transactions.write', ({ entity, rights }) => (
          <DebitDetail debit={entity} rights={rights} />
        )),
      })
    : detailRoute({
        back,
        query: ({ transactionId }: { transactionId: string }) => debitViewQuery(transactionId),
        Detail: ({ entity }) => <DebitViewDetail debit={entity} />,
      });
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/mandates/transactions/_list/$transactionId')({
  staticData: {
    overlay: true,
    domains: ['MERCHANT', 'OPERATOR', 'BANK'],
    permission: 'transactions.read',
  },
  loader,
  pendingComponent,
  component,
});

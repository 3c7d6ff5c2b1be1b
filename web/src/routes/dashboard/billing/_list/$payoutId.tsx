import { createFileRoute } from '@tanstack/react-router';
import {
  PayoutDetail,
  payoutQuery,
  PayoutViewDetail,
  payoutViewQuery,
} from '#features/billing/payout-detail.tsx';
import { config } from '#platform/config/config.ts';
import { ownMerchantId } from '#platform/session/guard.ts';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';

const back = '/dashboard/billing';
const drawer: DrawerRoute<'payoutId'> =
  config().domain === 'OPERATOR'
    ? detailRoute({
        back,
        query: ({ payoutId }) => payoutViewQuery(payoutId),
        Detail: ({ entity }) => <PayoutViewDetail payout={entity} />,
      })
    : detailRoute({
        back,
        query: ({ payoutId }) => payoutQuery(ownMerchantId(), payoutId),
        Detail: ({ entity }) => <PayoutDetail payout={entity} merchantId={ownMerchantId()} />,
      });
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/billing/_list/$payoutId')({
  staticData: { overlay: true, domains: ['MERCHANT', 'OPERATOR'], permission: 'billing.read' },
  loader,
  pendingComponent,
  component,
});

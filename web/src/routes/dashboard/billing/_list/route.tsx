import { createFileRoute } from '@tanstack/react-router';
import { BillingHome } from '#features/billing/billing-balance.tsx';
import { RevenueHome } from '#features/billing/billing-revenue.tsx';
import { allPayouts, payoutList } from '#features/billing/payout-lists.tsx';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { config } from '#platform/config/config.ts';
import { may, useMay } from '#platform/session/session.ts';
import { listRoute, type ListRoute } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { ownParams, withRights } from '#routes/dashboard/-merchant-rights.tsx';

const none = <DashboardSection name="billing" />;
const Home = withRights('billing.write', ({ rights }) => <BillingHome rights={rights} />, none);

const list: ListRoute =
  config().domain === 'OPERATOR'
    ? listRoute({
        list: allPayouts,
        params: () => (may('billing.read') ? undefined : null),
        // Open to everybody (specification, 2.1), also without the permission to read it.
        Screen: () => (useMay('billing.read') ? <RevenueHome /> : none),
      })
    : listRoute({
        list: payoutList,
        params: () => (may('billing.read') ? ownParams() : null),
        Screen: () => (useMay('billing.read') ? <Home /> : none),
      });
const { loader, component } = list;

/** Balance and payouts, with their drawers; months and ledger are separate routes. */
export const Route = createFileRoute('/dashboard/billing/_list')({
  staticData: { title: 'Billing', titles: { OPERATOR: 'Revenue' } },
  validateSearch: listSearchOf,
  loader,
  component,
});

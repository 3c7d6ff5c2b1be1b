import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { merchantList, MerchantList } from '#features/merchants/merchants-list.tsx';
import { config } from '#platform/config/config.ts';
import { requireSession } from '#platform/session/guard.ts';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const isOperator = () => config().domain === 'OPERATOR';

function Merchants() {
  if (!isOperator()) return <DashboardSection name="merchants" />;
  return (
    <>
      <MerchantList />
      <ListDrawers />
    </>
  );
}

export const Route = createFileRoute('/dashboard/merchants')({
  staticData: { title: 'Merchants' },
  validateSearch: listSearchOf,
  beforeLoad: () => {
    // Other domains do not get here: their menus lack this path, so /dashboard leads them to auth/404.
    if (isOperator()) requireSession(['merchants.read']);
  },
  loader: ({ location }) => {
    if (isOperator()) prefetchList(merchantList, undefined, listSearchOf(location.search));
  },
  component: Merchants,
});

import { createFileRoute } from '@tanstack/react-router';
import { merchantList, MerchantList } from '#features/merchants/merchants-list.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Merchants() {
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
  beforeLoad: () => requireSession(['merchants.read']),
  loader: ({ location }) => {
    prefetchList(merchantList, undefined, listSearchOf(location.search));
  },
  component: Merchants,
});

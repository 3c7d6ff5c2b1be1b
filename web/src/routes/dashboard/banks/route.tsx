import { createFileRoute } from '@tanstack/react-router';
import { bankList, BankList } from '#features/banks/bank-list.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

export const Route = createFileRoute('/dashboard/banks')({
  staticData: { title: 'Banks', roles: ['banks.read'] },
  validateSearch: listSearchOf,
  loader: ({ location }) => {
    prefetchList(bankList, undefined, listSearchOf(location.search));
  },
  // Removes the flash message of the last visit.
  onEnter: () => flashMessage(null),
  component: () => (
    <>
      <BankList />
      <ListDrawers />
    </>
  ),
});

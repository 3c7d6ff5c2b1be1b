import { createFileRoute } from '@tanstack/react-router';
import { exceptionList, ExceptionList } from '#features/clearing/clearing-exceptions.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

export const Route = createFileRoute('/dashboard/mandates/exceptions')({
  staticData: { title: 'Exceptions' },
  validateSearch: listSearchOf,
  beforeLoad: () => requireSession(['clearing.read']),
  loader: ({ location }) => {
    prefetchList(exceptionList, undefined, listSearchOf(location.search));
  },
  onEnter: () => flashMessage(null),
  component: () => (
    <>
      <ExceptionList />
      <ListDrawers />
    </>
  ),
});

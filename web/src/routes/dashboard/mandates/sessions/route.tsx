import { createFileRoute } from '@tanstack/react-router';
import { sessionList, SessionList } from '#features/clearing/clearing-sessions.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

export const Route = createFileRoute('/dashboard/mandates/sessions')({
  staticData: { title: 'Sessions' },
  validateSearch: listSearchOf,
  beforeLoad: () => requireSession(['clearing.read']),
  loader: ({ location }) => {
    prefetchList(sessionList, undefined, listSearchOf(location.search));
  },
  component: () => (
    <>
      <SessionList />
      <ListDrawers />
    </>
  ),
});

import { createFileRoute } from '@tanstack/react-router';
import { ClearingFileList, clearingFiles } from '#features/clearing/clearing-files.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

export const Route = createFileRoute('/dashboard/mandates/clearing-files')({
  staticData: { title: 'Files' },
  validateSearch: listSearchOf,
  beforeLoad: () => requireSession(['clearing.read']),
  loader: ({ location }) => {
    prefetchList(clearingFiles(), undefined, listSearchOf(location.search));
  },
  onEnter: () => flashMessage(null),
  component: () => (
    <>
      <ClearingFileList />
      <ListDrawers />
    </>
  ),
});

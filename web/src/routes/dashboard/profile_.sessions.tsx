import { createFileRoute, useRouter } from '@tanstack/react-router';
import { listSessions } from '@tegeka/contract/sessions.ts';
import { SessionsList, SessionsSkeleton } from '#features/sessions/sessions-list.tsx';
import { call } from '#platform/call/call.ts';

function Sessions() {
  const router = useRouter();
  return <SessionsList answer={Route.useLoaderData()} onDone={() => void router.invalidate()} />;
}

// Not nested in the profile of the business: people of every domain have sessions.
export const Route = createFileRoute('/dashboard/profile_/sessions')({
  staticData: { title: 'Your sessions' },
  loader: ({ abortController }) => call(listSessions, { signal: abortController.signal }),
  pendingComponent: SessionsSkeleton,
  component: Sessions,
});

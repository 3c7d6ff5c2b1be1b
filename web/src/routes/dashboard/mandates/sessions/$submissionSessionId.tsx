import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { SessionDetail, sessionQuery } from '#features/clearing/clearing-sessions.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';

function One() {
  const { data: session } = useQuery(sessionQuery(Route.useParams().submissionSessionId), cache);
  return session && <SessionDetail key={session.id} session={session} />;
}

export const Route = createFileRoute('/dashboard/mandates/sessions/$submissionSessionId')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    await foundOr404(cache.fetchQuery(sessionQuery(params.submissionSessionId)));
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/mandates/sessions" />,
  component: One,
});

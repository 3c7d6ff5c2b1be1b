import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { fetchReference } from '#features/reference/reference-calls.ts';
import { ReferencePage, ReferenceSkeleton } from '#features/reference/reference-page.tsx';
import { referenceSearchOf } from '#features/reference/reference-search.ts';

function Documentation() {
  const navigate = useNavigate({ from: '/dashboard/api-documentation' });
  return (
    <ReferencePage
      reference={Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}

export const Route = createFileRoute('/dashboard/api-documentation')({
  staticData: { title: 'API Documentation' },
  validateSearch: referenceSearchOf,
  loader: ({ abortController }) => fetchReference(abortController.signal),
  // The document changes with the server and not while somebody reads.
  staleTime: Infinity,
  pendingMs: 0,
  pendingComponent: ReferenceSkeleton,
  component: Documentation,
});

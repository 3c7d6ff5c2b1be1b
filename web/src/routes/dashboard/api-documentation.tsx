import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { fetchReference, type ReferenceSearch } from '#features/reference/reference-document.ts';
import { ReferencePage, ReferenceSkeleton } from '#features/reference/reference-page.tsx';

function searchOf({ operation, find }: Record<string, unknown>): ReferenceSearch {
  return {
    ...(typeof operation === 'string' && /^\w{1,60}$/.test(operation) && { operation }),
    ...(typeof find === 'string' && find !== '' && { find: find.slice(0, 100) }),
  };
}

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
  validateSearch: searchOf,
  loader: ({ abortController }) => fetchReference(abortController.signal),
  // The document changes only with a new version of the server.
  staleTime: Infinity,
  pendingMs: 0,
  pendingComponent: ReferenceSkeleton,
  component: Documentation,
});

import type { Endpoint, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { goTo } from '#platform/router/navigation.ts';
import { call, type CallInput } from './call.ts';
import { CallFailed } from './call-failed.ts';

/** Stale time in milliseconds. */
const FRESH_MS = 15_000;

const worthRetrying = (error: Error) => error instanceof CallFailed && error.offline;

/**
 * Query cache of the signed-in screens. Public pages do not load it. Whatever a screen asks for: what
 * is not there leads to auth/404 (specification, 2.1), unless `own404` in the query's `meta` says that
 * its screen knows what it means.
 */
export const cache = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      const isMissing = error instanceof CallFailed && error.status === 404;
      if (isMissing && !meta?.['own404']) void goTo('/auth/404');
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => count < 2 && worthRetrying(error),
      throwOnError: false,
    },
  },
});

// There is no provider component, which would do this: enables refetching on window focus.
cache.mount();

/**
 * An endpoint and its input as query options, for `cache.ensureQueryData` in a loader and
 * `useQuery` in a screen.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  // The query key is the input without the abort signal.
  const key: unknown = { ...input, signal: undefined };
  return queryOptions<OutputOf<E>, Error, OutputOf<E>, readonly [string, unknown]>({
    queryKey: [endpoint.name, key],
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}

import type { Endpoint, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { HistoryEvent } from '@tegeka/contract/kit/history.ts';
import { infiniteQueryOptions, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { goTo } from '#platform/device/page.ts';
import { call, type CallInput, callWith } from './call.ts';
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

/** Has what was asked of endpoints asked for again, at once where it is on the screen. */
export async function refetch(...endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map(({ name }) => cache.invalidateQueries({ queryKey: [name] })));
}

interface HistoryPage {
  content: HistoryEvent<string>[];
  page: number;
  totalPages: number;
}

/** Events that are asked for at once. */
const EVENTS = 20;

/** What happened to an entity by its events endpoint, newest first, page after page. */
export function historyQuery<E extends Endpoint>(endpoint: E, params: CallInput<E>['params']) {
  const queryKey: readonly [string, unknown] = [endpoint.name, params];
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam: page, signal }) => {
      const query = { page, size: EVENTS };
      // Parsed by the shape that every history has; a generic endpoint hides that from the types.
      return (await callWith<Endpoint>(endpoint, { params, query, signal })) as HistoryPage;
    },
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : null),
  });
}
export type HistoryQuery = ReturnType<typeof historyQuery>;

import type { Endpoint, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { HistoryEvent } from '@tegeka/contract/kit/history.ts';
import {
  infiniteQueryOptions,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { goTo } from '#platform/device/page.ts';
import { call, type CallInput, callWith } from './call.ts';
import { announceLookup, CallFailed } from './call-failed.ts';

/** Stale time in milliseconds. */
const FRESH_MS = 15_000;

const worthRetrying = (error: Error) => error instanceof CallFailed && error.offline;

/**
 * Query cache of the signed-in screens. Public pages do not load it. A query that fails with 404 leads
 * to auth/404 (specification, 2.1), unless its `meta` has `own404`: then its screen handles the 404.
 * `profile` marks the lookup of a merchant's or bank's profile.
 */
export const cache = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (!(error instanceof CallFailed)) return;
      if (error.status === 404 && !meta?.['own404']) void goTo('/auth/404');
      if (meta?.['profile']) announceLookup(error);
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

// Enables refetching on window focus. A provider component would do this, but there is none.
cache.mount();

/** The query of one entity. */
export type EntityQuery<T> = UseQueryOptions<T, Error, T, readonly [string, unknown]>;

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

/** Fetches an entity as it is now, and stores it in the cache. */
export const fetchFresh = <T>(query: EntityQuery<T>): Promise<T> =>
  cache.fetchQuery({ ...query, staleTime: 0 });

/** Invalidates the cached answers of endpoints. Those on the screen are fetched again at once. */
export async function refetch(...endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map(({ name }) => cache.invalidateQueries({ queryKey: [name] })));
}

interface HistoryPage {
  content: HistoryEvent<string>[];
  page: number;
  totalPages: number;
}

/** Events per page of a history. */
const EVENTS = 20;

/** The history of an entity from its events endpoint, newest first, as an infinite query. */
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

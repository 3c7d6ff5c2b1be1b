import type { Endpoint, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type CallInput } from './call.ts';
import { CallFailed } from './call-failed.ts';

/** Milliseconds for which an answer is shown again without asking. */
const FRESH_MS = 15_000;

const worthRetrying = (error: Error) => error instanceof CallFailed && error.offline;

/** Answers of the server that signed-in screens share. Public pages do not load it. */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => count < 2 && worthRetrying(error),
      throwOnError: false,
    },
  },
});

// No provider mounts it: without this nothing is asked again when the window is looked at again.
cache.mount();

/** A row and its input as a query, for `cache.ensureQueryData` in a loader and `useQuery` in a screen. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  // The key is what the row is asked for, without the way to give it up.
  const key: unknown = { ...input, signal: undefined };
  return queryOptions<OutputOf<E>, Error, OutputOf<E>, readonly [string, unknown]>({
    queryKey: [endpoint.name, key],
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}

import { useQuery } from '@tanstack/react-query';
import type { FieldOption } from '@tegeka/contract/kit/fields.ts';
import { cache } from '#platform/call/cache.ts';

/** The names of choices and lookups for filters. They are defined in `merchant-lookups.ts`. */
export type ChoicesName = 'banks';
export type LookupName = 'customers' | 'mandates' | 'merchants' | 'overseenMandates' | 'products';

/** Choices that are few enough to be loaded all at once. */
export interface Choices {
  /** Key in the query cache. */
  what: string;
  all: (signal: AbortSignal) => Promise<FieldOption[]>;
}

/** All choices. `options` is null until they are loaded. */
export function useChoices({ what, all }: Choices) {
  const { data, isLoadingError, refetch } = useQuery(
    { queryKey: [what, 'choices'], queryFn: ({ signal }) => all(signal) },
    cache,
  );
  return { options: data ?? null, isFailed: isLoadingError, onAgain: () => void refetch() };
}

/** Where the choices of a `LookupField` come from. */
export interface Lookup {
  /** Key in the query cache. */
  what: string;
  /** Finds the first few choices for a typed text. */
  find: (text: string, signal: AbortSignal) => Promise<FieldOption[]>;
  /** The choice of a value, such as one of a draft. */
  one: (value: string, signal: AbortSignal) => Promise<FieldOption>;
}

/** The choice of a value. Null while it is being loaded, and if there is none. */
export function useChosen({ what, one }: Lookup, value: string): FieldOption | null {
  const { data } = useQuery(
    {
      queryKey: [what, 'chosen', value],
      // A value without an entity counts as no value; so does any failed request.
      queryFn: ({ signal }) => one(value, signal).catch(() => null),
      enabled: value !== '',
    },
    cache,
  );
  return data ?? null;
}

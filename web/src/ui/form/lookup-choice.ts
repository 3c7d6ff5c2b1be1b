import { useQuery } from '@tanstack/react-query';
import type { FieldOption } from '@tegeka/contract/kit/fields.ts';
import { cache } from '#platform/call/cache.ts';

/** The choices and lookups of filters by their names: `merchant-lookups` has them. */
export type ChoicesName = 'banks';
export type LookupName = 'customers' | 'mandates' | 'merchants' | 'overseenMandates' | 'products';

/** Choices that are few enough to be asked for at once, when somebody wants to choose. */
export interface Choices {
  /** Names what is chosen from, for the cache. */
  what: string;
  all: (signal: AbortSignal) => Promise<FieldOption[]>;
}

/** All choices; `options` is null while they are not there. */
export function useChoices({ what, all }: Choices) {
  const { data, isLoadingError, refetch } = useQuery(
    { queryKey: [what, 'choices'], queryFn: ({ signal }) => all(signal) },
    cache,
  );
  return { options: data ?? null, isFailed: isLoadingError, onAgain: () => void refetch() };
}

/** Where the choices of a `LookupField` come from. */
export interface Lookup {
  /** Names what is looked up, for the cache. */
  what: string;
  /** Finds what can be chosen by what is typed, a few at a time. */
  find: (text: string, signal: AbortSignal) => Promise<FieldOption[]>;
  /** The choice of a value, such as one of a draft. */
  one: (value: string, signal: AbortSignal) => Promise<FieldOption>;
}

/** The choice of a value; null while it is not known, and where there is none. */
export function useChosen({ what, one }: Lookup, value: string): FieldOption | null {
  const { data } = useQuery(
    {
      queryKey: [what, 'chosen', value],
      // A value that nothing stands for any more is as good as none.
      queryFn: ({ signal }) => one(value, signal).catch(() => null),
      enabled: value !== '',
    },
    cache,
  );
  return data ?? null;
}

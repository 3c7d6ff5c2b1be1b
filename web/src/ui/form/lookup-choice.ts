import { useQuery } from '@tanstack/react-query';
import type { FieldOption } from '@tegeka/contract/kit/fields.ts';
import { cache } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

/** The names of choices and lookups for filters. They are defined in `merchant-lookups.ts`. */
export type ChoicesName = 'banks';
export type LookupName = 'customers' | 'mandates' | 'merchants' | 'mandateViews' | 'products';

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
  return { options: data ?? null, isFailed: isLoadingError, onRetry: () => void refetch() };
}

/** The label of a value, from choices that may not be loaded yet. */
export function ChoiceLabel({ choices, value }: { choices: Choices; value: string }): string {
  return useChoices(choices).options?.find((option) => option.value === value)?.label ?? '…';
}

/** Where the choices of a `LookupField` come from. */
export interface Lookup {
  /** Key in the query cache: the endpoint's name, and all that the choices depend on but the text. */
  key: readonly (string | undefined)[];
  /** Finds the first few choices for a typed text. */
  find: (text: string, signal: AbortSignal) => Promise<FieldOption[]>;
  /** The choice of a value, such as one of a draft. */
  one: (value: string, signal: AbortSignal) => Promise<FieldOption>;
}

/** The choice of a value; null for a value without an entity. Rejects if it can not be loaded. */
export async function chosenOf(
  { one }: Pick<Lookup, 'one'>,
  value: string,
  signal: AbortSignal,
): Promise<FieldOption | null> {
  try {
    return await one(value, signal);
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return null;
    throw error;
  }
}

/** The choice of a value. Null while it is being loaded, and if there is none. */
export function useChosen(lookup: Lookup, value: string): FieldOption | null {
  const { data = null, isLoadingError } = useQuery(
    {
      queryKey: [...lookup.key, 'chosen', value],
      queryFn: ({ signal }) => chosenOf(lookup, value, signal),
      enabled: value !== '',
    },
    cache,
  );
  return isLoadingError ? { value, label: 'The choice could not be loaded' } : data;
}

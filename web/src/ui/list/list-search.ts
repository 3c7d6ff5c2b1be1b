/**
 * The parameters in the address of a list, without defaults: search text, state, order, page from 0,
 * page size, and filters by their names. The state is called `status`, since `state` marks an answer of
 * the identity provider.
 */
export interface ListSearch {
  search?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
  [filter: string]: string | number | undefined;
}

/** The maximum length of a search text: see `pageQuery` in the contract. */
export const TEXT_MAX = 100;

/** The maximum of page and size: see `pageQuery` in the contract. */
const WHOLE_MAX = 1_000_000;

/** The router parses digits in the address as a number. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().slice(0, TEXT_MAX) || undefined
    : undefined;

const wholeOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= WHOLE_MAX
    ? value
    : undefined;

/**
 * Reads the address of a list. Values of a wrong type are left out; the list ignores filters that it
 * does not have. Not a schema: the router loads this code at the start of the app, on every page.
 */
export function listSearchOf(address: Record<string, unknown>): ListSearch {
  const texts = Object.entries(address).map(([name, value]) => [name, textOf(value)]);
  return {
    ...Object.fromEntries(texts),
    state: undefined,
    page: wholeOf(address['page']),
    size: wholeOf(address['size']),
  };
}

/**
 * What the address of a list says, defaults left out: search text, state, order, page from 0, its
 * size, and filters by their names. The state is called `status`: an address with the word `state`
 * carries an answer of the identity provider.
 */
export interface ListSearch {
  search?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
  [filter: string]: string | number | undefined;
}

/** What a search takes at most: see `pageQuery` in the contract. */
export const TEXT_MAX = 100;

/** Further than any list goes: see `pageQuery` in the contract. */
const WHOLE_MAX = 1_000_000;

/** Digits come out of the address as a number. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().slice(0, TEXT_MAX) || undefined
    : undefined;

const wholeOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= WHOLE_MAX
    ? value
    : undefined;

/**
 * Reads the address of a list; what it says wrongly is left out. The list takes the filters that it
 * knows. By hand, since the router needs it at the start of the app, where every page would pay for
 * a schema.
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

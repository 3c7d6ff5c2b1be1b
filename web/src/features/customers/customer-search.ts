/**
 * What the address of the customer list says, defaults left out: search text, state, order, page from
 * 0 and its size. The state is called `status`: an address with the word `state` carries an answer of
 * the identity provider.
 */
export interface CustomerSearch {
  search?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
}

const TEXT_MAX = 100;

/** Further than any list goes: see `pageQuery` in the contract. */
const WHOLE_MAX = 1_000_000;

const textOf = (value: unknown) =>
  typeof value === 'string' && value.trim() ? value.trim().slice(0, TEXT_MAX) : undefined;

const wholeOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= WHOLE_MAX
    ? value
    : undefined;

/**
 * Reads the address; what it says wrongly is left out. By hand, since the router needs it at the
 * start of the app, where every page would pay for a schema.
 */
export function customerSearchOf(search: Record<string, unknown>): CustomerSearch {
  return {
    // A search for digits comes out of the address as a number.
    search: textOf(typeof search['search'] === 'number' ? `${search['search']}` : search['search']),
    status: textOf(search['status']),
    sort: textOf(search['sort']),
    page: wholeOf(search['page']),
    size: wholeOf(search['size']),
  };
}

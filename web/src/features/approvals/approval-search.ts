/**
 * What the address of the inbox says: tab, search text, page from 0. It is not called `state`: an
 * address with that word carries an answer of the identity provider.
 */
export interface ApprovalSearch {
  tab?: string | undefined;
  search?: string | undefined;
  page?: number | undefined;
}

const TEXT_MAX = 100;

const textOf = (value: unknown) =>
  typeof value === 'string' && value.trim() ? value.trim().slice(0, TEXT_MAX) : undefined;

/**
 * Reads the address; what it says wrongly is left out. By hand, since the router needs it at the
 * start of the app, where every page would pay for a schema.
 */
export function approvalSearchOf(search: Record<string, unknown>): ApprovalSearch {
  const { page } = search;
  const wholePage = typeof page === 'number' && Number.isInteger(page) && page > 0;
  return {
    tab: textOf(search['tab']),
    // A search for digits comes out of the address as a number.
    search: textOf(typeof search['search'] === 'number' ? `${search['search']}` : search['search']),
    page: wholePage ? page : undefined,
  };
}

/** What the address of uploads says: the page of a list from 0, and whether columns are said anew. */
export interface ImportSearch {
  page?: number | undefined;
  columns?: true | undefined;
}

/** Reads the address; what it says wrongly is left out. */
export function importSearchOf({ page, columns }: Record<string, unknown>): ImportSearch {
  const wholePage = typeof page === 'number' && Number.isInteger(page) && page > 0;
  return {
    page: wholePage ? Math.min(page, 1_000_000) : undefined,
    columns: columns === true ? true : undefined,
  };
}

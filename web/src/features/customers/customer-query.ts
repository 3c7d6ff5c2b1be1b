import {
  CUSTOMER_SORTS,
  CUSTOMER_STATES,
  type CustomerSort,
  type CustomerState,
} from '@tegeka/contract/customers.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';

/** Which customers are listed: those of one state, or all. */
export type Listed = CustomerState | 'ALL';

/** How many customers a page may have; the first is the usual one (specification, section 9). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

const NEWEST_FIRST: CustomerSort = '-createdAt';

export function listedOf({ status }: CustomerSearch): Listed {
  return CUSTOMER_STATES.find((known) => known === status) ?? 'ALL';
}

export function sizeOf({ size }: CustomerSearch): number {
  return PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZES[0];
}

function sortOf({ sort }: CustomerSearch): CustomerSort {
  return CUSTOMER_SORTS.find((known) => known === sort) ?? NEWEST_FIRST;
}

/** The filter alone, as the export takes it. */
export function filterOf(search: CustomerSearch) {
  const listed = listedOf(search);
  const sort = sortOf(search);
  return {
    ...(search.search && { search: search.search }),
    ...(listed !== 'ALL' && { status: listed }),
    ...(sort !== NEWEST_FIRST && { sort }),
  };
}

/** The query of the list: the page of the filter that the address names. */
export function queryOf(search: CustomerSearch) {
  return { page: search.page ?? 0, size: sizeOf(search), ...filterOf(search) };
}

/** What the list can be sorted by. */
export type SortKey = 'name' | 'customerReferenceNumber' | 'createdAt';

const orders = (key: SortKey) => ({ ascending: key, descending: `-${key}` }) as const;

/** How the list is sorted by this key now; null where it is not. */
export function orderOf(search: CustomerSearch, key: SortKey): 'ascending' | 'descending' | null {
  const sort = sortOf(search);
  const { ascending, descending } = orders(key);
  if (sort === ascending) return 'ascending';
  return sort === descending ? 'descending' : null;
}

/** The address after a press on the key's column: names from A, days from the latest, then round. */
export function turned(search: CustomerSearch, key: SortKey): CustomerSearch {
  const { ascending, descending } = orders(key);
  const first = key === 'createdAt' ? descending : ascending;
  const other = key === 'createdAt' ? ascending : descending;
  const sort = sortOf(search) === first ? other : first;
  return { ...search, page: undefined, sort: sort === NEWEST_FIRST ? undefined : sort };
}

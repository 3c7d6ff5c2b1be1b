import { LIST_ROWS_MAX, type ListDescription } from '@tegeka/contract/kit/list.ts';
import type { ChoicesName, LookupName } from '#ui/form/lookup-choice.ts';
import { type ListSearch, listSearchOf } from './list-search.ts';

/** What can be chosen in a filter. */
export interface FilterOption {
  value: string;
  label: string;
}

/** A filter of a list. Days and amounts are two parameters of the query, both inclusive. */
export type ListFilter = { label: string } & (
  | { kind: 'select'; key: string; options?: readonly FilterOption[]; choices?: ChoicesName }
  | { kind: 'lookup'; key: string; lookup: LookupName }
  | { kind: 'text'; key: string }
  | { kind: 'days' | 'amounts'; from: string; to: string }
);

export const isRange = (
  filter: ListFilter,
): filter is Extract<ListFilter, { kind: 'days' | 'amounts' }> =>
  filter.kind === 'days' || filter.kind === 'amounts';

/** How the ends of a range are written in the address. */
export const RANGE_VALUE = { days: /^\d{4}-\d\d-\d\d$/, amounts: /^\d{1,12}$/ };

/** What is needed to read the address of a list. */
export interface ListSource {
  about: ListDescription;
  firstState?: string;
  filters?: readonly ListFilter[];
}

/** How many entries a page may have; the first is the default (specification, section 9). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** The `status` for all states, in lists that open with one state. */
const ALL = 'ALL';

/** The state that is listed; null for all of them. */
export function stateOf({ about, firstState }: ListSource, { status }: ListSearch): string | null {
  if (status === ALL) return null;
  return about.states.find((known) => known === status) ?? firstState ?? null;
}

/** The address of the same list in another state, on its first page. */
export function inState(
  { firstState }: ListSource,
  search: ListSearch,
  state: string | null,
): ListSearch {
  // Without the key `page`, so that the router marks the tab on every page of its state.
  const rest = Object.fromEntries(Object.entries(search).filter(([key]) => key !== 'page'));
  if (state === (firstState ?? null)) return { ...rest, status: undefined };
  return { ...rest, status: state ?? ALL };
}

export function sizeOf({ size }: ListSearch): number {
  return PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZES[0];
}

/** How many pages of a size can be reached. */
export const pagesMax = (size: number) => Math.ceil(LIST_ROWS_MAX / size);

const sortOf = ({ about }: ListSource, { sort }: ListSearch) =>
  about.sorts.find((known) => known === sort) ?? about.sorts[0] ?? '';

/** The parameters of a filter that are set and valid. */
export function valuesOf(filter: ListFilter, search: ListSearch): [string, string][] {
  const makesSense = (value: string) => {
    if (filter.kind === 'select')
      return filter.options?.some((option) => option.value === value) ?? true;
    return !isRange(filter) || RANGE_VALUE[filter.kind].test(value);
  };
  return filterKeys({ filters: [filter] }).flatMap((key): [string, string][] => {
    const value = search[key];
    return typeof value === 'string' && makesSense(value) ? [[key, value]] : [];
  });
}

/** The parameters of the query without page and size, as the export takes them. */
export function filterOf(source: ListSource, search: ListSearch): Record<string, string> {
  const { searchable, stateKey, sorts } = source.about;
  const state = stateOf(source, search);
  const sort = sortOf(source, search);
  return {
    ...(searchable && search.search && { search: search.search }),
    ...(state !== null && { [stateKey]: state }),
    ...(sort !== sorts[0] && { sort }),
    ...Object.fromEntries((source.filters ?? []).flatMap((filter) => valuesOf(filter, search))),
  };
}

/** The query of the list: the page of the filter that the address names. */
export function queryOf(source: ListSource, search: ListSearch) {
  const size = sizeOf(search);
  return {
    page: Math.min(search.page ?? 0, pagesMax(size) - 1),
    size,
    ...filterOf(source, search),
  };
}

/** Whether the list's endpoint can sort by a key. */
export const isSortable = ({ about }: ListSource, key: string | undefined): key is string =>
  about.sorts.some((sort) => sort === key || sort === `-${key}`);

/** How the list is sorted by a key now; null where it is not. */
export function orderOf(
  source: ListSource,
  search: ListSearch,
  key: string,
): 'ascending' | 'descending' | null {
  const sort = sortOf(source, search);
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : null;
}

/** The address after a click on a column header. The first click takes the order that `sorts` names first. */
export function toggledSort(source: ListSource, search: ListSearch, key: string): ListSearch {
  const { sorts } = source.about;
  const [first, other] = sorts.filter((sort) => sort === key || sort === `-${key}`);
  const next = sortOf(source, search) === first ? (other ?? first) : first;
  return { ...search, page: undefined, sort: next === sorts[0] ? undefined : next };
}

/** The parameters of all filters. */
export const filterKeys = ({ filters = [] }: Pick<ListSource, 'filters'>): string[] =>
  filters.flatMap((filter) => (isRange(filter) ? [filter.from, filter.to] : [filter.key]));

/** The address without these parameters, on its first page. */
export function cleared(search: ListSearch, keys: readonly string[]): ListSearch {
  const gone = Object.fromEntries(keys.map((key) => [key, undefined]));
  return { ...search, page: undefined, ...gone };
}

/** True where the address sets a filter. */
export const hasFilters = ({ filters = [] }: ListSource, search: ListSearch): boolean =>
  filters.some((filter) => valuesOf(filter, search).length > 0);

/** True where a search or a filter narrows the list. */
export const isNarrowed = (source: ListSource, search: ListSearch): boolean =>
  search.search !== undefined || hasFilters(source, search);

/** What a saved view keeps of an address: all but the page and its size. */
export function viewOfAddress(search: ListSearch): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || key === 'page' || key === 'size' ? [] : [[key, String(value)]],
  );
  return new URLSearchParams(entries).toString();
}

/** The address that a saved view stands for. */
export const addressOfView = (query: string): ListSearch =>
  listSearchOf(Object.fromEntries(new URLSearchParams(query)));

const WHOLE = new Intl.NumberFormat('en-GB');

/** A count with its noun: `1 file`, `3 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** A count as people read it, `12,345`; where counting stopped early, `more than 10,000`. */
export function formatCount(count: number, capped = false): string {
  return capped ? `more than ${WHOLE.format(count)}` : WHOLE.format(count);
}

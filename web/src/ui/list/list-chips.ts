import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import type { ChoicesName, LookupName } from '#ui/form/lookup-choice.ts';
import {
  cleared,
  filterKeys,
  isRange,
  type ListFilter,
  type ListSource,
  valuesOf,
} from './list-query.ts';
import type { ListSearch } from './list-search.ts';

function filterText(filter: ListFilter, values: Map<string, string>): string {
  if (isRange(filter)) {
    const show = (end: string) => (filter.kind === 'days' ? showDay(end) : showMoney(Number(end)));
    const [from, to] = [values.get(filter.from), values.get(filter.to)].map(
      (end) => end && show(end),
    );
    if (from && to) return `${from} to ${to}`;
    return from ? `from ${from}` : `to ${to ?? ''}`;
  }
  const value = values.get(filter.key) ?? '';
  if (filter.kind !== 'select') return value;
  return filter.options?.find((option) => option.value === value)?.label ?? value;
}

/** A filter that is set: in words, and the address without it. */
export interface ListChip {
  label: string;
  text: string;
  /** Set if `words` is a value, such as an id, whose label comes from these choices or this lookup. */
  choices: ChoicesName | undefined;
  lookup: LookupName | undefined;
  without: ListSearch;
}

/** The filters that the address sets. */
export function chipsOf({ filters = [] }: ListSource, search: ListSearch): ListChip[] {
  return filters.flatMap((filter) => {
    const values = new Map(valuesOf(filter, search));
    if (values.size === 0) return [];
    const without = cleared(search, filterKeys({ filters: [filter] }));
    const choices = filter.kind === 'select' ? filter.choices : undefined;
    const lookup = filter.kind === 'lookup' ? filter.lookup : undefined;
    return [{ label: filter.label, text: filterText(filter, values), choices, lookup, without }];
  });
}

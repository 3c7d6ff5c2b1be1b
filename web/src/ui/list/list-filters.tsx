import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { cleared, filterKeys, type ListFilter } from './list-query.ts';
import { type ListSearch, listSearchOf, TEXT_MAX } from './list-search.ts';
import css from './list.module.css';

function FilterField({ filter, search }: { filter: ListFilter; search: ListSearch }) {
  const { label } = filter;
  const set = (key: string) => ({ name: key, defaultValue: String(search[key] ?? '') });
  if (filter.kind === 'select') {
    const data = [{ value: '', label: 'Any' }, ...(filter.options ?? [])];
    return <NativeSelect label={label} data={data} {...set(filter.key)} />;
  }
  if (filter.kind === 'text')
    return <TextInput label={label} maxLength={TEXT_MAX} {...set(filter.key)} />;
  return (
    <div className={css.pair}>
      <TextInput type="date" label={`${label} from`} {...set(filter.from)} />
      <TextInput type="date" label={`${label} to`} {...set(filter.to)} />
    </div>
  );
}

interface ListFiltersProps {
  filters: readonly ListFilter[];
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
}

/** The filters of a list, set together. */
export default function ListFilters({ filters, search, onSearch }: ListFiltersProps) {
  const keys = filterKeys({ filters });
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const set = listSearchOf(Object.fromEntries(new FormData(event.currentTarget)), keys);
    const values = Object.fromEntries(keys.map((key) => [key, set[key]]));
    onSearch({ ...search, page: undefined, ...values });
  };
  return (
    <form className={css.form} onSubmit={apply}>
      {filters.map((filter) => (
        <FilterField key={filter.label} filter={filter} search={search} />
      ))}
      <div className={css.next}>
        <Button variant="default" onClick={() => onSearch(cleared(search, keys))}>
          Clear
        </Button>
        <Button type="submit">Apply</Button>
      </div>
    </form>
  );
}
